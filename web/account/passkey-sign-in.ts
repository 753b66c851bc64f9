import { redirect } from 'react-router'
import { signInWithPasskey, startPasskeySignIn } from '#core/accounts/passkeys.server.ts'
import { orRefused } from '../frame/refused.ts'
import { keepNot, requestCookies, shopOf } from '../visit.ts'
import type { Route } from './+types/passkey-sign-in.ts'
import { notice } from './kept.ts'
import { parseAnswer } from './passkey-answer.ts'
import { orSaid } from './sign-in-acts.ts'
import { homeOf } from './who.ts'

export async function loader({ context }: Route.LoaderArgs) {
  keepNot(context)
  const { options, challenge } = await orRefused(startPasskeySignIn(shopOf(context)), context)
  requestCookies(context).set('passkey', challenge)
  return Response.json(options)
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  return orSaid(context, 'Login Failed', form, async () => {
    const cookies = requestCookies(context)
    const challenge = cookies.get('passkey') ?? ''
    cookies.delete('passkey')
    const given = { answer: parseAnswer(form), challenge }
    const { user, session } = await signInWithPasskey(shopOf(context), given)
    cookies.setSession(session)
    notice(context, user.role === 'admin' ? 'welcome-admin' : 'welcome')
    return redirect(homeOf(user.role, String(form.get('next') ?? '') || null))
  })
}
