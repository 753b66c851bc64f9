import { Hono } from 'hono'
import type { Pool } from 'pg'
import { z } from 'zod'
import { sendError } from '#api/errors.ts'
import { isAdmin } from '#core/permissions/policy.ts'
import { METHODS } from '#core/settings/payment-methods.ts'
import { readStoreIdentity } from '#core/settings/store-identity.server.ts'
import {
  DECISIONS,
  findSession,
  otherMethods,
  payByCard,
  payByMethod,
  WALLET_CARD,
} from '#sandbox/checkout-sessions.ts'
import { canSave } from '#sandbox/customers.ts'
import { Faults, readFaults, setFaults } from '#sandbox/faults.ts'
import {
  installLibrary,
  type SimulatedOutcome,
  type SimulatedPayment,
} from '#sandbox/library/elements-library.ts'
import { installExpressLibrary, type SimulatedExpressPayment } from '#sandbox/library/express-library.ts'
import {
  authenticationPage,
  methodPage,
  PAGE_STYLE,
  paymentPage,
  sessionClosedPage,
} from '#sandbox/payment-page.ts'
import { type CardChoice, payWithChosenCard, savedCardOptions } from '#sandbox/saved-cards.ts'
import { clientSecretOf, hasPaymentForm, isIntent, returnUrl, type SessionRow } from '#sandbox/session-row.ts'
import type { DemoMode } from '#server/config.ts'
import type { AppEnv } from '../app-env.ts'
import { inlineStylePolicy } from '../security-headers.ts'

const CARD_ERRORS = {
  declined: 'Your card was declined. Please try a different card.',
  'insufficient funds': 'Your card has insufficient funds. Please try a different card.',
  'unknown card': 'This is a simulation. Please use one of the test cards.',
} as const

const CLOSED_PAYMENT = 'This payment is closed. Reload the page.'

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
  routes.get('/library.js', (c) => {
    c.header('content-type', 'text/javascript; charset=utf-8')
    return c.body(`(${installLibrary.toString()})();(${installExpressLibrary.toString()})()`)
  })
  routes.post('/:id/confirm', async (c) => {
    const payment = SimulatedPaymentInput.parse(await c.req.json())
    const session = await findSessionIfReady(pool, c.req.param('id'))
    if (!session || !hasPaymentForm(session) || payment.client_secret !== clientSecretOf(session))
      return sendError(c, 'not_found', 'Payment not found.')
    const { number, expiry, saved, save } = payment
    const choice =
      payment.method === 'card'
        ? { number, expiry, saved, save }
        : { number: WALLET_CARD, expiry: '', saved: '', save: false }
    const outcome = await payWithChosenCard(pool, session, choice, payment.confirmed)
    return c.json(toSimulatedOutcome(session, outcome))
  })
  routes.post('/:id/express', async (c) => {
    const payment = SimulatedExpressInput.parse(await c.req.json())
    const intent = await findSessionIfReady(pool, c.req.param('id'))
    if (!intent || !isIntent(intent) || payment.client_secret !== clientSecretOf(intent))
      return sendError(c, 'not_found', 'Payment not found.')
    if (payment.amount !== Number(intent.amount) || payment.currency !== intent.currency)
      return c.json({ state: 'failed', message: 'The amount differs from the one in the sheet.' })
    const outcome = await payByCard(pool, intent.id, WALLET_CARD)
    return c.json(outcome === 'paid' ? { state: 'paid' } : { state: 'failed', message: CLOSED_PAYMENT })
  })
  routes.get('/:id/methods', async (c) => {
    const session = await findSessionIfReady(pool, c.req.param('id'))
    return session
      ? c.json({
          methods: otherMethods(session),
          saved: await savedCardOptions(pool, session),
          canSave: canSave(session),
        })
      : sendError(c, 'not_found', 'Payment not found.')
  })
  routes.get('/:id/methods/:method', async (c) => {
    const session = await findSessionIfReady(pool, c.req.param('id'))
    const method = session && otherMethods(session).find((offered) => offered === c.req.param('method'))
    if (!session || !method) return sendError(c, 'not_found', 'Payment not found.')
    if (session.status !== 'open') return c.html(sessionClosedPage(session))
    const { name } = await readStoreIdentity(c.get('ctx'))
    return c.html(methodPage(session, name, method))
  })
  routes.post('/:id/methods/:method', async (c) => {
    const session = await findSessionIfReady(pool, c.req.param('id'))
    const method = session && otherMethods(session).find((offered) => offered === c.req.param('method'))
    if (!session || !method) return sendError(c, 'not_found', 'Payment not found.')
    const decision = z.enum(DECISIONS).parse((await c.req.formData()).get('decision'))
    const outcome = await payByMethod(pool, session.id, decision)
    if (outcome === 'closed')
      return c.html(sessionClosedPage((await findSessionIfReady(pool, session.id)) ?? session))
    if (outcome !== 'declined') return c.redirect(returnUrl(session), 303)
    const { name } = await readStoreIdentity(c.get('ctx'))
    const problem = `${METHODS[method].name} declined the payment. Try again, or choose another way to pay.`
    return c.html(methodPage(session, name, method, problem), 402)
  })
  routes.get('/:id', async (c) => {
    const session = await findSessionIfReady(pool, c.req.param('id'))
    if (!session) return sendError(c, 'not_found', 'Payment not found.')
    if (session.status !== 'open') return c.html(sessionClosedPage(session))
    const { name } = await readStoreIdentity(c.get('ctx'))
    return c.html(paymentPage(session, name, { saved: await savedCardOptions(pool, session) }))
  })
  routes.post('/:id', async (c) => {
    const session = await findSessionIfReady(pool, c.req.param('id'))
    if (!session) return sendError(c, 'not_found', 'Payment not found.')
    const form = await c.req.formData()
    const answer = (field: string) => String(form.get(field) ?? '')
    const choice = {
      ...{ number: answer('number'), expiry: answer('expiry') },
      ...{ saved: answer('saved'), save: form.has('save') },
    }
    const confirmation = form.get('confirm')
    const outcome = await payWithChosenCard(
      pool,
      session,
      choice,
      confirmation === null ? undefined : confirmation === 'yes',
    )
    if (outcome === 'paid') {
      return c.redirect(returnUrl(session), 303)
    }
    const { name } = await readStoreIdentity(c.get('ctx'))
    if (outcome === 'authentication required')
      return c.html(authenticationPage(session, name, toAnswers(choice)))
    if (outcome === 'closed')
      return c.html(sessionClosedPage((await findSessionIfReady(pool, session.id)) ?? session))
    const saved = await savedCardOptions(pool, session)
    return c.html(paymentPage(session, name, { saved, problem: CARD_ERRORS[outcome] }), 402)
  })
  return routes
}

const SimulatedPaymentInput = z.object({
  client_secret: z.string(),
  method: z.enum(['card', 'apple_pay', 'google_pay']),
  number: z.string().max(100).default(''),
  expiry: z.string().max(100).default(''),
  saved: z.string().max(255).default(''),
  save: z.boolean().default(false),
  confirmed: z.boolean().optional(),
}) satisfies z.ZodType<SimulatedPayment>

const SimulatedExpressInput = z.object({
  client_secret: z.string(),
  method: z.enum(['apple_pay', 'google_pay']),
  amount: z.int(),
  currency: z.string(),
}) satisfies z.ZodType<SimulatedExpressPayment>

const toAnswers = ({ save, ...choice }: CardChoice): Record<string, string> =>
  save ? { ...choice, save: 'yes' } : choice

function toSimulatedOutcome(
  session: SessionRow,
  outcome: Awaited<ReturnType<typeof payWithChosenCard>>,
): SimulatedOutcome {
  if (outcome === 'paid') return { state: 'paid', url: returnUrl(session) }
  if (outcome === 'authentication required') return { state: outcome }
  const message = outcome === 'closed' ? CLOSED_PAYMENT : CARD_ERRORS[outcome]
  return { state: 'failed', message }
}

// Before the sandbox first starts, its schema does not exist.
async function findSessionIfReady(pool: Pool, id: string): Promise<SessionRow | undefined> {
  return findSession(pool, id).catch((error) => {
    if (error?.code === '42P01' || error?.code === '3F000') return undefined
    throw error
  })
}
