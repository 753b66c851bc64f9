import { href } from 'react-router'
import { MIN_PASSWORD_LENGTH } from '#core/accounts/passwords/password-lengths.ts'
import { PageForm } from '#web/forms/page-form.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { OwnerForm } from './owner-form.tsx'
import { SecuritySection } from './security-section.tsx'

export function PasswordSection({ email }: { email: string }) {
  return (
    <SecuritySection
      id="password"
      title="Password"
      lead="Changing your password signs you out on all other devices. We’ll confirm the change by email."
    >
      <PageForm action={href('/profile/security/password')} className="mt-0!" preventScrollReset>
        <input type="email" hidden readOnly autoComplete="username" value={email} />
        <Field label="Current password" name="password_now" type="password" autoComplete="current-password" />
        <Field
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
        />
        <SubmitButton>Change password</SubmitButton>
      </PageForm>
    </SecuritySection>
  )
}

export function EmailSection({ email }: { email: string }) {
  return (
    <SecuritySection
      id="email"
      title="Email address"
      lead={`You sign in with ${email}. We’ll send a confirmation link to your new address.`}
    >
      <OwnerForm
        action={href('/profile/security/email')}
        className="mt-0!"
        submitLabel="Change email address"
        allFactors
      >
        <Field label="New email address" name="email" type="email" autoComplete="email" />
      </OwnerForm>
    </SecuritySection>
  )
}
