import { MIN_PASSWORD_LENGTH } from '#core/accounts/lengths.ts'
import { Field } from '../ui/field.tsx'
import { AccountForm, SendButton } from './form.tsx'
import { Section } from './section.tsx'

type Wrong = Record<string, string> | undefined

export function PasswordSection({ email, wrong }: { email: string; wrong: Wrong }) {
  return (
    <Section
      id="password"
      title="Password"
      lead="A new password signs out every other device. We write you a letter about it."
    >
      <AccountForm className="mt-0!" preventScrollReset>
        <input type="hidden" name="act" value="change-password" />
        <input type="email" hidden readOnly autoComplete="username" value={email} />
        <Field
          label="Current password"
          name="password_now"
          type="password"
          autoComplete="current-password"
          error={wrong?.password_now}
        />
        <Field
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
          error={wrong?.password}
        />
        <SendButton>Change Password</SendButton>
      </AccountForm>
    </Section>
  )
}

type EmailProps = { email: string; wrong: Wrong; typed: string | undefined }

export function EmailSection({ email, wrong, typed }: EmailProps) {
  return (
    <Section
      id="email"
      title="E-mail address"
      lead={`Now ${email}. It changes when you follow the link that we send to the new address.`}
    >
      <AccountForm className="mt-0!" preventScrollReset>
        <input type="hidden" name="act" value="change-email" />
        <Field
          label="New e-mail address"
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={typed}
          error={wrong?.email}
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          error={wrong?.password}
        />
        <SendButton>Change E-mail Address</SendButton>
      </AccountForm>
    </Section>
  )
}
