import { href, redirect } from 'react-router'
import { confirmEmailWithPassword } from '#core/accounts/sign-in/sign-up.server.ts'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { keepFormOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { PageForm } from '#web/forms/page-form.tsx'
import { replyWith, withFormErrors } from '#web/forms/with-form-errors.ts'
import { privateMeta } from '#web/page-title.ts'
import { noStore, requestCookies, shopContext } from '#web/request-context.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import type { Route } from './+types/confirm-email'
import { AuthLayout, AuthLink, AuthLinks } from './auth-layout.tsx'

export const meta = () => privateMeta('Confirm your email')

/** By now, the link in the email has been exchanged for a cookie. */
export function loader({ context }: Route.LoaderArgs) {
  noStore(context)
  if (requestCookies(context).get('confirm') === null) throw redirect(`${href('/login')}?link=used`)
  return null
}

export const clientMiddleware = keepFormOnFailure()

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const password = String(form.get('password') ?? '')
  if (!password) return replyWith({ fields: { password: 'Please enter your password.' }, status: 400 })
  return withFormErrors(context, 'Error', form, async () => {
    const cookies = requestCookies(context)
    await confirmEmailWithPassword(shopContext(context), { token: cookies.get('confirm') ?? '', password })
    cookies.delete('confirm')
    return redirectWithFlash(context, 'email-confirmed', '/')
  })
}

export default function ConfirmEmail() {
  return (
    <AuthLayout
      title="Confirm your email address"
      lead="You opened this link in a different browser. Enter the password you signed up with."
    >
      <FormNotice className="mt-8" />
      <PageForm>
        <Field label="Password" name="password" type="password" autoComplete="current-password" />
        <SubmitButton>Confirm email</SubmitButton>
      </PageForm>
      <AuthLinks>
        <AuthLink to={href('/login')}>Back to login</AuthLink>
      </AuthLinks>
    </AuthLayout>
  )
}
