import { redirect } from 'react-router'
import { signOut } from '#core/accounts/sessions/sessions.server.ts'
import { sameSitePath } from '../same-site-path.ts'
import { requestCookies, shopContext } from '../visit.ts'
import type { Route } from './+types/sign-out'
import { setFlash } from './kept.ts'

/** Where to go depends on whose door it was: the store's leads home, the back office's to its login. */
const ALLOWED_REDIRECTS = ['/', '/admin/login', '/login']

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = shopContext(context)
  const to = sameSitePath((await request.formData()).get('to'))
  if (ctx.actor.kind === 'user') await signOut(ctx)
  requestCookies(context).clearSession()
  setFlash(context, 'signed-out')
  return redirect(ALLOWED_REDIRECTS.includes(to) ? to : '/')
}

export const loader = () => redirect('/')
