import { signInWithPasskey, startPasskeySignIn } from '#core/accounts/security/passkey-sign-in.server.ts'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { keepFormOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { withFormErrors } from '#web/forms/with-form-errors.ts'
import { noStore, requestCookies, shopContext } from '#web/request-context.ts'
import { parsePasskeyResponse } from '../passkey-response.ts'
import { homePath } from '../require-user.ts'
import type { Route } from './+types/passkey-sign-in'

export async function loader({ context }: Route.LoaderArgs) {
  noStore(context)
  const { options, challenge } = await refusalToResponse(startPasskeySignIn(shopContext(context)), context)
  requestCookies(context).set('passkey', challenge)
  return Response.json(options)
}

export const clientMiddleware = keepFormOnFailure()

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  return withFormErrors(context, 'Login Failed', form, async () => {
    const cookies = requestCookies(context)
    const challenge = cookies.get('passkey') ?? ''
    cookies.delete('passkey')
    const assertion = { response: parsePasskeyResponse(form), challenge }
    const { user, session } = await signInWithPasskey(shopContext(context), assertion, {
      atAdminLogin: form.get('at') === 'admin-login',
    })
    cookies.setSession(session)
    return redirectWithFlash(
      context,
      user.role === 'admin' ? 'welcome-admin' : 'welcome',
      homePath(user, String(form.get('next') ?? '') || null),
    )
  })
}
