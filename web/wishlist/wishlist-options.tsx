import { href } from 'react-router'
import { ALERT_CONSENTS } from '#core/wishlist/wishlist.ts'
import { PageForm } from '#web/forms/page-form.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton, TextButton } from '#web/ui/form-buttons.tsx'
import { TitledSection } from '#web/ui/titled-section.tsx'

type Props = { hasAlerts: boolean; showsName: boolean; link: string | null }

export function WishlistOptions({ hasAlerts, showsName, link }: Props) {
  return (
    <div className="mt-section grid gap-x-24 gap-y-16 border-hairline border-t pt-12 md:grid-cols-2">
      <TitledSection id="emails" title="Emails">
        {hasAlerts ? <AlertsOn /> : <AlertsOff />}
      </TitledSection>
      <TitledSection id="sharing" title="Share your list">
        {link ? <SharedLink link={link} showsName={showsName} /> : <NotShared />}
      </TitledSection>
    </div>
  )
}

function AlertsOn() {
  return (
    <>
      <p className="mt-4 max-w-prose">
        We’ll email you once per product, when it’s back in stock or costs less than when you saved it.
      </p>
      <PageForm action={href('/wishlist/emails')} className="mt-2!">
        <input type="hidden" name="off" value="on" />
        <TextButton className="text-small">Turn off emails</TextButton>
      </PageForm>
    </>
  )
}

function AlertsOff() {
  return (
    <>
      <p className="mt-4 max-w-prose">{ALERT_CONSENTS['wishlist-1']}</p>
      <PageForm action={href('/wishlist/emails')}>
        <SubmitButton>Email me</SubmitButton>
      </PageForm>
    </>
  )
}

function NotShared() {
  return (
    <>
      <p className="mt-4 max-w-prose">
        Anyone with the link sees your list, and nothing else about you. You can revoke it at any time.
      </p>
      <PageForm action={href('/wishlist/link')} className="mt-4!">
        <Checkbox name="showsName" label="Show my first name" />
        <SubmitButton>Create a link</SubmitButton>
      </PageForm>
    </>
  )
}

function SharedLink({ link, showsName }: { link: string; showsName: boolean }) {
  return (
    <>
      <Field
        className="mt-4"
        label="Link to your list"
        name="link"
        value={link}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <PageForm action={href('/wishlist/link')} className="mt-4!">
        <Checkbox
          key={String(showsName)}
          name="showsName"
          label="Show my first name"
          defaultChecked={showsName}
        />
        <TextButton className="text-small">Save</TextButton>
      </PageForm>
      <PageForm action={href('/wishlist/link')} className="mt-0!">
        <input type="hidden" name="off" value="on" />
        <TextButton className="text-rosewood text-small">Revoke the link</TextButton>
      </PageForm>
    </>
  )
}
