import { Hono, type Context as HonoContext } from 'hono'
import { confirmNewEmail, isOthersNewEmail } from '#core/accounts/change-email.server.ts'
import { isResetLinkValid } from '#core/accounts/passwords/password.server.ts'
import { confirmEmail, isSignUpBrowser } from '#core/accounts/sign-in/sign-up.server.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { requireSignedIn } from '#core/permissions/policy.ts'
import type { NoticeName } from '#web/forms/notices.ts'
import type { AppEnv } from '../app-env.ts'

/** Email links land here and redirect at once to a URL without the token. */
export function authRoutes() {
  const routes = new Hono<AppEnv>()

  // Email clients prefetch links with HEAD, which must not redeem a token.
  routes.use('/auth/*', async (c, next) => (c.env.incoming.method === 'HEAD' ? c.body(null) : next()))

  routes.get('/auth/confirm', async (c) => {
    const token = c.req.query('token') ?? ''
    const browserKey = c.get('cookies').get('sign-up')
    if (await needsPassword(c.get('ctx'), { token, browserKey })) {
      c.get('cookies').set('confirm', token)
      return c.redirect('/confirm-email', 303)
    }
    return followLink(c, (token) => confirmEmail(c.get('ctx'), token), {
      redirectTo: '/',
      notice: 'email-confirmed',
    })
  })
  routes.get('/auth/new-email', async (c) => {
    const token = c.req.query('token') ?? ''
    // A scanner of the mailbox follows links too, and it isn't signed in.
    if (await isOthersNewEmail(c.get('ctx'), token)) {
      c.get('cookies').set('new-email', token)
      return c.redirect('/confirm-email/new', 303)
    }
    return followLink(c, (token) => saveNewEmail(c, token), {
      redirectTo: '/profile',
      notice: 'email-changed',
    })
  })
  routes.get('/auth/reset', async (c) => {
    const token = c.req.query('token') ?? ''
    if (!(await isResetLinkValid(c.get('ctx'), token))) return c.redirect('/login?mode=forgot&link=used', 303)
    c.get('cookies').set('reset', token)
    return c.redirect('/reset-password', 303)
  })
  routes.get('/auth/invitation', (c) => {
    c.get('cookies').set('invitation', c.req.query('token') ?? '')
    return c.redirect('/invitation', 303)
  })
  routes.get('/admin/setup', async (c, next) => {
    const link = c.req.query('link')
    if (!link) return next()
    c.get('cookies').set('set-up', link)
    return c.redirect('/admin/setup', 303)
  })

  // Public pages are the same for all customers, so the browser asks who is signed in.
  routes.get('/auth/session', (c) => {
    const { actor } = c.get('ctx')
    c.header('cache-control', 'no-store')
    if (actor.kind !== 'user') return c.json(null)
    const { id, email, fullName, role, staffRole = null, expiresAt } = actor
    return c.json({ user: { id, email, fullName, role, staffRole }, expiresAt: expiresAt.getTime() })
  })

  // Pages call this before the session expires; the authentication middleware has renewed it already.
  routes.post('/auth/refresh', (c) => {
    try {
      const { id, email, fullName, role, expiresAt } = requireSignedIn(c.get('ctx').actor)
      return c.json({ user: { id, email, full_name: fullName, role }, expires_at: expiresAt.toISOString() })
    } catch (error) {
      if (error instanceof Refusal) return c.json({ user: null, expires_at: null }, 401)
      throw error
    }
  })
  return routes
}

async function saveNewEmail(c: HonoContext<AppEnv>, token: string): Promise<void> {
  const { session } = await confirmNewEmail(c.get('ctx'), token)
  if (session) c.get('cookies').setSession(session)
}

/** False for an expired link too, which fails when it is redeemed. */
async function needsPassword(
  ctx: Context,
  opened: { token: string; browserKey: string | null },
): Promise<boolean> {
  try {
    return !(await isSignUpBrowser(ctx, opened))
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

async function followLink(
  c: HonoContext<AppEnv>,
  redeemToken: (token: string) => Promise<unknown>,
  { redirectTo, notice }: { redirectTo: string; notice: NoticeName },
) {
  try {
    await redeemToken(c.req.query('token') ?? '')
    c.get('cookies').set('notice', notice)
    return c.redirect(redirectTo, 303)
  } catch (error) {
    if (error instanceof Refusal) return c.redirect('/login?link=used', 303)
    throw error
  }
}
