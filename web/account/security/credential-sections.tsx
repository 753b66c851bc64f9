import { href } from 'react-router'
import { MIN_PASSWORD_LENGTH } from '#core/accounts/passwords/password-lengths.ts'
import { PageForm, SubmitButton } from '#web/forms/page-form.tsx'
import { Field } from '#web/ui/field.tsx'
import { SecuritySection } from './security-section.tsx'

type FieldErrors = Record<string, string> | undefined

export function PasswordSection({ email, errors }: { email: string; errors: FieldErrors }) {
  return (
    <SecuritySection
      id="password"
      title="Password"
      lead="Changing your password signs you out on all other devices. We’ll confirm the change by email."
    >
      <PageForm action={href('/profile/security/password')} className="mt-0!" preventScrollReset>
        <input type="email" hidden readOnly autoComplete="username" value={email} />
        <Field
          label="Current password"
          name="password_now"
          type="password"
          autoComplete="current-password"
          error={errors?.password_now}
        />
        <Field
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
          error={errors?.password}
        />
        <SubmitButton>Change Password</SubmitButton>
      </PageForm>
    </SecuritySection>
  )
}

type EmailProps = { email: string; errors: FieldErrors; typedEmail: string | undefined }

export function EmailSection({ email, errors, typedEmail }: EmailProps) {
  return (
    <SecuritySection
      id="email"
      title="Email address"
      lead={`You sign in with ${email}. We’ll send a confirmation link to your new address.`}
    >
      <PageForm action={href('/profile/security/email')} className="mt-0!" preventScrollReset>
        <Field
          label="New email address"
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={typedEmail}
          error={errors?.email}
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          error={errors?.password}
        />
        <SubmitButton>Change Email Address</SubmitButton>
      </PageForm>
    </SecuritySection>
  )
}
