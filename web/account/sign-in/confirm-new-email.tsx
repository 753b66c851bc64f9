import { href, redirect } from 'react-router'
import { confirmNewEmail } from '#core/accounts/change-email.server.ts'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { keepFormOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { PageForm } from '#web/forms/page-form.tsx'
import { withFormErrors } from '#web/forms/with-form-errors.ts'
import { privateMeta } from '#web/page-title.ts'
import { noStore, requestCookies, shopContext } from '#web/request-context.ts'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import type { Route } from './+types/confirm-new-email'
import { AuthLayout, AuthLink, AuthLinks } from './auth-layout.tsx'

export const meta = () => privateMeta('Confirm your new email')

/** By now, the link in the email has been exchanged for a cookie. */
export function loader({ context }: Route.LoaderArgs) {
  noStore(context)
  if (requestCookies(context).get('new-email') === null) throw redirect(`${href('/login')}?link=used`)
  return null
}

export const clientMiddleware = keepFormOnFailure()

export async function action({ context, request }: Route.ActionArgs) {
  return withFormErrors(context, 'Error', await request.formData(), async () => {
    const cookies = requestCookies(context)
    const { session } = await confirmNewEmail(shopContext(context), cookies.get('new-email') ?? '')
    cookies.delete('new-email')
    if (session) cookies.setSession(session)
    return redirectWithFlash(context, 'email-changed', session ? href('/profile') : href('/login'))
  })
}

export default function ConfirmNewEmail() {
  return (
    <AuthLayout
      title="Confirm your new email address"
      lead="You aren’t signed in to the account in this browser. Confirm the address if you asked for this change; you sign in with it afterwards."
    >
      <FormNotice className="mt-8" />
      <PageForm>
        <SubmitButton>Confirm new email</SubmitButton>
      </PageForm>
      <AuthLinks>
        <AuthLink to={href('/login')}>Back to login</AuthLink>
      </AuthLinks>
    </AuthLayout>
  )
}
