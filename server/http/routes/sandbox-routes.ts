import { Hono } from 'hono'
import type { Pool } from 'pg'
import { sendError } from '#api/errors.ts'
import { isAdmin } from '#core/permissions/policy.ts'
import { readStoreIdentity } from '#core/settings/store-identity.server.ts'
import { findSession, payByCard } from '#sandbox/checkout-sessions.ts'
import { Faults, readFaults, setFaults } from '#sandbox/faults.ts'
import { textField } from '#sandbox/form-body.ts'
import { authenticationPage, PAGE_STYLE, paymentPage, sessionClosedPage } from '#sandbox/payment-page.ts'
import type { SessionRow } from '#sandbox/session-row.ts'
import type { DemoMode } from '#server/config.ts'
import type { AppEnv } from '../app-env.ts'
import { inlineStylePolicy } from '../security-headers.ts'

const CARD_ERRORS = {
  declined: 'Your card was declined. Please try a different card.',
  'insufficient funds': 'Your card has insufficient funds. Please try a different card.',
  'unknown card': 'This is a simulation. Please use one of the test cards below.',
} as const

export function sandboxRoutes({ pool, demo }: { pool: Pool; demo: DemoMode }) {
  const routes = new Hono<AppEnv>()
  const policy = inlineStylePolicy(PAGE_STYLE)

  routes.use(async (c, next) => {
    await next()
    c.header('content-security-policy', policy)
    c.header('referrer-policy', 'same-origin')
  })
  routes.get('/faults', async (c) => c.json(await readFaults(pool)))
  routes.put('/faults', async (c) => {
    if (demo === 'public' && !isAdmin(c.get('ctx').actor))
      return sendError(
        c,
        'forbidden',
        'In a shared demo, only administrators can change how card payments fail.',
      )
    await setFaults(pool, Faults.partial().parse(await c.req.json()))
    return c.json(await readFaults(pool))
  })
  routes.get('/:id', async (c) => {
    const session = await findSessionIfReady(pool, c.req.param('id'))
    if (!session) return sendError(c, 'not_found', 'Payment not found.')
    if (session.status !== 'open') return c.html(sessionClosedPage(session))
    const { name } = await readStoreIdentity(c.get('ctx'))
    return c.html(paymentPage(session, name))
  })
  routes.post('/:id', async (c) => {
    const session = await findSessionIfReady(pool, c.req.param('id'))
    if (!session) return sendError(c, 'not_found', 'Payment not found.')
    const form = await c.req.formData()
    const number = String(form.get('number') ?? '')
    const confirmation = form.get('confirm')
    const outcome = await payByCard(
      pool,
      session.id,
      number,
      confirmation === null ? undefined : confirmation === 'yes',
    )
    if (outcome === 'paid') {
      return c.redirect(
        textField(session.wanted, 'success_url').replaceAll('{CHECKOUT_SESSION_ID}', session.id),
        303,
      )
    }
    const { name } = await readStoreIdentity(c.get('ctx'))
    if (outcome === 'authentication required') return c.html(authenticationPage(session, name, number))
    if (outcome === 'closed')
      return c.html(sessionClosedPage((await findSessionIfReady(pool, session.id)) ?? session))
    return c.html(paymentPage(session, name, CARD_ERRORS[outcome]), 402)
  })
  return routes
}

// Before the sandbox first starts, its schema does not exist.
async function findSessionIfReady(pool: Pool, id: string): Promise<SessionRow | undefined> {
  return findSession(pool, id).catch((error) => {
    if (error?.code === '42P01' || error?.code === '3F000') return undefined
    throw error
  })
}
