import { href } from 'react-router'
import { Password } from '#core/accounts/account.ts'
import { listPasskeysBeforeReset, resetPassword } from '#core/accounts/passwords/password.server.ts'
import { MIN_PASSWORD_LENGTH } from '#core/accounts/passwords/password-lengths.ts'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { keepFormOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { PageForm } from '#web/forms/page-form.tsx'
import { replyWith, withFormErrors } from '#web/forms/with-form-errors.ts'
import { privateMeta } from '#web/page-title.ts'
import { noStore, requestCookies, shopContext } from '#web/request-context.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { useRecoveryEvent } from '../auth-provider.tsx'
import type { Route } from './+types/reset-password'
import { AuthLayout, AuthLink, AuthLinks } from './auth-layout.tsx'

export const meta = () => privateMeta('Reset your password')

/** By now, the link in the email has been exchanged for a cookie. */
export async function loader({ context }: Route.LoaderArgs) {
  noStore(context)
  const token = requestCookies(context).get('reset')
  const passkeys = token === null ? [] : await listPasskeysBeforeReset(shopContext(context), token)
  return { hasLink: token !== null, passkeys: passkeys.map(({ name }) => name) }
}

export const clientMiddleware = keepFormOnFailure()

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const password = Password.safeParse(form.get('password'))
  const matches = form.get('password') === form.get('password_again')
  if (!password.success)
    return replyWith({ fields: { password: password.error.issues[0]?.message ?? '' }, status: 400 })
  if (!matches) return replyWith({ fields: { password_again: 'The passwords don’t match.' }, status: 400 })
  return withFormErrors(context, 'Error', form, async () => {
    const cookies = requestCookies(context)
    const token = cookies.get('reset') ?? ''
    const { device } = await resetPassword(shopContext(context), {
      token,
      password: password.data,
      removePasskeys: form.has('remove_passkeys'),
    })
    cookies.delete('reset')
    cookies.clearSession()
    if (device) cookies.setDevice(device)
    return redirectWithFlash(context, 'password-reset', href('/login'))
  })
}

export default function ResetPassword({ loaderData }: Route.ComponentProps) {
  const { hasLink, passkeys } = loaderData
  useRecoveryEvent(hasLink)
  if (!hasLink) return <ExpiredLink />
  return (
    <AuthLayout title="Choose a new password" lead="You’ll be signed out on all devices.">
      <FormNotice className="mt-8" />
      <PageForm>
        <Field
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
        />
        <Field
          label="Confirm new password"
          name="password_again"
          type="password"
          autoComplete="new-password"
        />
        {passkeys.length > 0 && (
          <div>
            <p className="text-ink-soft text-small">
              {`Your passkeys still sign you in: ${passkeys.join(', ')}. If you don’t recognize one, remove them.`}
            </p>
            <Checkbox name="remove_passkeys" label="Remove my passkeys" />
          </div>
        )}
        <SubmitButton>Save new password</SubmitButton>
      </PageForm>
      <ResetLinks />
    </AuthLayout>
  )
}

function ExpiredLink() {
  return (
    <AuthLayout
      title="This link has expired"
      lead="Reset links work once and expire after one hour. You can request a new one."
    >
      <ResetLinks />
    </AuthLayout>
  )
}

function ResetLinks() {
  return (
    <AuthLinks>
      <AuthLink to={`${href('/login')}?mode=forgot`}>Request a new link</AuthLink>
      <AuthLink to={href('/login')}>Back to login</AuthLink>
    </AuthLinks>
  )
}
