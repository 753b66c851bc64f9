import { redirect } from 'react-router'
import { signOut } from '#core/accounts/sessions/sessions.server.ts'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { requestCookies, shopContext } from '#web/request-context.ts'
import { sameSitePath } from '#web/same-site-path.ts'
import type { Route } from './+types/sign-out'

/** Redirects the storefront to the home page and the back office to its login. */
const ALLOWED_REDIRECTS = ['/', '/admin/login', '/login']

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = shopContext(context)
  const to = sameSitePath((await request.formData()).get('to'))
  if (ctx.actor.kind === 'user') await signOut(ctx)
  requestCookies(context).clearSession()
  return redirectWithFlash(context, 'signed-out', ALLOWED_REDIRECTS.includes(to) ? to : '/')
}

export const loader = () => redirect('/')
