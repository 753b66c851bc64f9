import { Form, href } from 'react-router'
import { MIN_PASSWORD_LENGTH } from '#core/accounts/passwords/password-lengths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TitledSection } from '../../ui/titled-section.tsx'

/** Signs up with the order's email address. The order joins the account once that address is confirmed. */
export function KeepOrderForm({ email }: { email: string }) {
  return (
    <TitledSection
      id="keep-order"
      title="Keep this order in an account"
      className="mt-14 border-hairline border-t pt-10"
    >
      <p className="mt-3 max-w-prose text-ink-soft">
        Choose a password, and open the link that we’ll email to{' '}
        <span className="wrap-anywhere">{email}</span>. Your order will then be in your account.
      </p>
      <Form method="post" action={href('/signup')} className="mt-7 max-w-md space-y-6">
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <Field
          label="Password"
          name="password"
          type="password"
          required
          autoComplete="new-password"
          hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
        />
        <Button type="submit" variant="secondary">
          Create account
        </Button>
      </Form>
    </TitledSection>
  )
}
