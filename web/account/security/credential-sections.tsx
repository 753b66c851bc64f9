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
      lead="A new password signs out every other device. We write you a letter about it."
    >
      <PageForm className="mt-0!" preventScrollReset>
        <input type="hidden" name="act" value="change-password" />
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
      title="E-mail address"
      lead={`Now ${email}. It changes when you follow the link that we send to the new address.`}
    >
      <PageForm className="mt-0!" preventScrollReset>
        <input type="hidden" name="act" value="change-email" />
        <Field
          label="New e-mail address"
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
        <SubmitButton>Change E-mail Address</SubmitButton>
      </PageForm>
    </SecuritySection>
  )
}
