import { redirect } from 'react-router'
import { signOut } from '#core/accounts/sessions.server.ts'
import { sameSitePath } from '../same-site-path.ts'
import { requestCookies, shopOf } from '../visit.ts'
import type { Route } from './+types/sign-out.ts'
import { notice } from './kept.ts'

/** Where to go depends on whose door it was: the store's leads home, the back office's to its login. */
const LEAVE_TO = ['/', '/admin/login', '/login']

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = shopOf(context)
  const to = sameSitePath((await request.formData()).get('to'))
  if (ctx.actor.kind === 'user') await signOut(ctx)
  requestCookies(context).clearSession()
  notice(context, 'signed-out')
  return redirect(LEAVE_TO.includes(to) ? to : '/')
}

export const loader = () => redirect('/')
