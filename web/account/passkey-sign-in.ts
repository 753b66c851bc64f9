import { redirect } from 'react-router'
import { askForPasskey, signInWithPasskey } from '#core/accounts/passkeys.server.ts'
import { orRefused } from '../frame/refused.ts'
import { browserOf, keepNot, shopOf } from '../visit.ts'
import type { Route } from './+types/passkey-sign-in.ts'
import { notice } from './kept.ts'
import { parseAnswer } from './passkey-answer.ts'
import { orSaid } from './sign-in-acts.ts'
import { homeOf } from './who.ts'

export async function loader({ context }: Route.LoaderArgs) {
  keepNot(context)
  const { options, challenge } = await orRefused(askForPasskey(shopOf(context)), context)
  browserOf(context).keep('passkey', challenge)
  return Response.json(options)
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  return orSaid(context, 'Login Failed', form, async () => {
    const browser = browserOf(context)
    const challenge = browser.read('passkey') ?? ''
    browser.drop('passkey')
    const given = { answer: parseAnswer(form), challenge }
    const { user, session } = await signInWithPasskey(shopOf(context), given)
    browser.keepSession(session)
    notice(context, user.role === 'admin' ? 'welcome-admin' : 'welcome')
    return redirect(homeOf(user.role, String(form.get('next') ?? '') || null))
  })
}
