import { href, redirect } from 'react-router'
import { connectGoogle } from '#core/accounts/security/google.server.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { keepFormOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { PageForm } from '#web/forms/page-form.tsx'
import { withFormErrors } from '#web/forms/with-form-errors.ts'
import { privateMeta } from '#web/page-title.ts'
import { noStore, requestCookies, shopContext } from '#web/request-context.ts'
import { storeName } from '#web/store-name.ts'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import type { Route } from './+types/connect-google'
import { AuthLayout, AuthLink, AuthLinks } from './auth-layout.tsx'
import { completeSignIn } from './sign-in-actions.ts'

export const meta = () => privateMeta('Connect your Google account')

/** By now, the link in the email has been exchanged for a cookie. Opening it connects nothing: mail scanners do it too. */
export function loader({ context }: Route.LoaderArgs) {
  noStore(context)
  if (requestCookies(context).get('google-link') === null) throw redirect(`${href('/login')}?link=used`)
  return null
}

export const clientMiddleware = keepFormOnFailure()

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  return withFormErrors(context, 'Error', form, async () => {
    const cookies = requestCookies(context)
    const result = await connectGoogle(shopContext(context), cookies.get('google-link') ?? '')
    cookies.delete('google-link')
    return completeSignIn(context, result, { next: null, flash: 'welcome' })
  })
}

export default function ConnectGoogle() {
  return (
    <AuthLayout
      title="Connect your Google account"
      lead={`It will sign in to your account at ${storeName()}. Continue only if you’ve just used Google to sign in.`}
    >
      <FormNotice className="mt-8" />
      <PageForm>
        <SubmitButton>Connect Google account</SubmitButton>
      </PageForm>
      <AuthLinks>
        <AuthLink to={href('/login')}>Back to login</AuthLink>
      </AuthLinks>
    </AuthLayout>
  )
}
