import { href } from 'react-router'
import { NEWSLETTER_CONSENTS } from '#core/customers/newsletter-consent.ts'
import type { CustomerSettings } from '#core/customers/profile.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { PageForm } from '#web/forms/page-form.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { Link } from '#web/ui/link.tsx'

type SettingOption = { name: keyof CustomerSettings; label: string }

const EMAIL_OPTIONS: SettingOption[] = [
  { name: 'orderConfirmations', label: 'Order confirmations' },
  { name: 'shippingUpdates', label: 'Shipping updates' },
  { name: 'promotionalEmails', label: NEWSLETTER_CONSENTS['settings-1'] },
]
const PRIVACY_OPTIONS: SettingOption[] = [
  { name: 'allowCookies', label: 'Allow cookies for better experience' },
  { name: 'shareData', label: 'Share data for personalized recommendations' },
]

type Props = { settings: CustomerSettings; hasPaymentMethods: boolean }

export function SettingsTab({ settings, hasPaymentMethods }: Props) {
  return (
    <div className="grid gap-x-24 gap-y-16 lg:grid-cols-[26rem_1fr]">
      <div>
        <h2 className="font-display text-name">Account Settings</h2>
        <FormNotice className="mt-8" />
        <PageForm action={href('/profile/settings')} className="space-y-10!">
          <SettingGroup title="Email Notifications" options={EMAIL_OPTIONS} settings={settings} />
          <SettingGroup title="Privacy Settings" options={PRIVACY_OPTIONS} settings={settings} />
          <SubmitButton>Save Settings</SubmitButton>
        </PageForm>
      </div>
      <ul className="max-w-prose lg:border-hairline lg:border-l lg:pl-16">
        <SettingLink to={href('/profile/avoid-list')} title="Ingredients I avoid">
          Products that contain one are marked.
        </SettingLink>
        {hasPaymentMethods && (
          <SettingLink to={href('/profile/payment-methods')} title="Saved payment methods" reloadDocument>
            Cards and other ways to pay that you saved for next time.
          </SettingLink>
        )}
        <SettingLink to={href('/profile/security')} title="Sign-in and security">
          Password, email address, two-step sign-in, passkeys, and signed-in devices.
        </SettingLink>
        <SettingLink to={`${href('/profile/security')}#data`} title="Your data">
          Download your data or delete your account.
        </SettingLink>
      </ul>
    </div>
  )
}

type SettingGroupProps = { title: string; options: SettingOption[]; settings: CustomerSettings }

function SettingGroup({ title, options, settings }: SettingGroupProps) {
  return (
    <fieldset>
      <legend className="label text-ink-soft">{title}</legend>
      <div className="mt-3">
        {options.map(({ name, label }) => (
          <Checkbox key={name} name={name} label={label} defaultChecked={settings[name]} />
        ))}
      </div>
    </fieldset>
  )
}

type SettingLinkProps = { to: string; title: string; reloadDocument?: boolean; children: string }

function SettingLink({ to, title, reloadDocument, children }: SettingLinkProps) {
  return (
    <li className="border-hairline not-first:border-t py-6 first:pt-0">
      <Link
        to={to}
        reloadDocument={reloadDocument ?? false}
        className="link-line inline-flex min-h-9 items-center"
      >
        {title}
      </Link>
      <p className="mt-1 text-ink-soft text-small">{children}</p>
    </li>
  )
}
