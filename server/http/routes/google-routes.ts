import { Hono, type Context as HonoContext } from 'hono'
import { finishGoogleSignIn, startGoogleSignIn } from '#core/accounts/security/google.server.ts'
import { isGoogleProblem } from '#core/accounts/security/google.ts'
import { Refusal } from '#core/errors.ts'
import { homePath } from '#web/account/require-user.ts'
import { welcomeNotice } from '#web/forms/notices.ts'
import { sameSitePath } from '#web/same-site-path.ts'
import type { AppEnv } from '../app-env.ts'

export function googleRoutes() {
  const routes = new Hono<AppEnv>()
  routes.get('/auth/google', (c) =>
    withErrorRedirect(c, async () => {
      const next = sameSitePath(c.req.query('next'), '')
      const { url, handshake } = await startGoogleSignIn(c.get('ctx'), { next })
      c.get('cookies').set('google', handshake)
      return c.redirect(url, 303)
    }),
  )
  routes.get('/auth/google/callback', (c) =>
    withErrorRedirect(c, async () => {
      const { ctx, cookies } = c.var
      const handshake = cookies.get('google') ?? ''
      cookies.delete('google')
      const callbackUrl = new URL(c.env.requestInfo.origin + c.env.requestInfo.path)
      const { next, result } = await finishGoogleSignIn(ctx, { callbackUrl, handshake })
      if (result.outcome === 'link-emailed') {
        cookies.set('notice', 'google-link-sent')
        return c.redirect('/login', 303)
      }
      if (result.outcome === 'second-factor') {
        cookies.set('second-factor', result.challenge)
        return c.redirect(next ? `/login/code?${new URLSearchParams({ next })}` : '/login/code', 303)
      }
      const { user, session } = result
      cookies.setSession(session)
      cookies.set('notice', welcomeNotice(user.role, 'welcome'))
      return c.redirect(homePath(user, next), 303)
    }),
  )
  routes.get('/auth/google-link', (c) => {
    c.get('cookies').set('google-link', c.req.query('token') ?? '')
    return c.redirect('/login/google', 303)
  })
  return routes
}

/** The URL carries an error code; the sign-in page has the text. */
async function withErrorRedirect(c: HonoContext<AppEnv>, handle: () => Promise<Response>): Promise<Response> {
  try {
    return await handle()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const problem = error.fields?.google
    return c.redirect(`/login?google=${problem && isGoogleProblem(problem) ? problem : 'unexpected'}`, 303)
  }
}
