import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import type { Pool } from 'pg'
import { BadRequest } from './bad-request.ts'
import { addBalanceRoutes } from './balance.ts'
import { cancelIntent, captureIntent, findIntent, releaseExpired } from './captures.ts'
import { createSession, expireOverdue, expireSession, findSession, settleDue } from './checkout-sessions.ts'
import {
  createCustomer,
  customerJson,
  deleteCustomer,
  detachCard,
  findCustomer,
  findSavedCard,
  isCustomer,
  listSavedCards,
  savedCardJson,
} from './customers.ts'
import { acceptDispute, decideDisputes, findDispute, listDisputes, updateDispute } from './disputes.ts'
import { readFaults } from './faults.ts'
import { addIntentRoutes } from './payment-intents.ts'
import { createRefund, listRefunds, type RefundRow, refundJson } from './refunds.ts'
import {
  errorResponse,
  idempotently,
  list,
  listResponse,
  type SandboxContext,
  type SandboxEnv,
} from './responses.ts'
import { type SessionRow, sessionJson } from './session-row.ts'

/** The part of Stripe's API that the store uses, simulated for demos and tests. */
export function sandboxApi(pool: Pool, key: string): Hono<SandboxEnv> {
  const api = new Hono<SandboxEnv>()

  api.use(async (c, next) => {
    const faults = await readFaults(pool)
    c.set('faults', faults)
    if (faults.slow) await sleep(faults.slow)
    if (c.req.header('authorization') !== `Bearer ${key}`) {
      return c.json({ error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } }, 401)
    }
    await next()
  })
  api.post('/v1/checkout/sessions', (c) =>
    idempotently(c, pool, async (form) => sessionJson(await createSession(pool, form))),
  )
  api.post('/v1/checkout/sessions/:id/expire', (c) =>
    idempotently(c, pool, async () => sessionJson(await expireSession(pool, c.req.param('id')))),
  )
  api.post('/v1/refunds', (c) => idempotently(c, pool, (form) => createRefund(pool, form)))

  api.get('/v1/checkout/sessions/:id', async (c) => {
    const session = await findSession(pool, c.req.param('id'))
    const expandsIntent = new URL(c.req.url).search.includes('payment_intent')
    return session
      ? c.json(sessionJson(session, expandsIntent))
      : errorResponse(c, 'No such checkout session', 404)
  })
  api.get('/v1/checkout/sessions', async (c) => {
    await expireOverdue(pool)
    const { rows, more } = await list<SessionRow>(pool, c, 'sessions')
    return listResponse(
      c,
      rows.map((row) => sessionJson(row)),
      more,
    )
  })
  api.get('/v1/refunds', async (c) => {
    const intent = c.req.query('payment_intent')
    if (intent) return listResponse(c, await listRefunds(pool, intent))
    const { rows, more } = await list<RefundRow>(pool, c, 'refunds')
    return listResponse(c, rows.map(refundJson), more)
  })
  api.get('/v1/disputes', async (c) =>
    listResponse(c, await listDisputes(pool, c.req.query('payment_intent') ?? '')),
  )
  api.get('/v1/payment_intents/:id', async (c) => {
    const intent = await findIntent(pool, c.req.param('id'))
    return intent ? c.json(intent) : errorResponse(c, 'No such payment_intent', 404)
  })
  api.post('/v1/payment_intents/:id/capture', (c) =>
    idempotently(c, pool, (form) => captureIntent(pool, c.req.param('id'), form)),
  )
  api.post('/v1/payment_intents/:id/cancel', (c) =>
    idempotently(c, pool, () => cancelIntent(pool, c.req.param('id'))),
  )
  api.get('/v1/disputes/:id', async (c) => {
    await decideDisputes(pool)
    const dispute = await findDispute(pool, c.req.param('id'))
    return dispute ? c.json(dispute) : errorResponse(c, 'No such dispute', 404)
  })
  api.post('/v1/disputes/:id', (c) =>
    idempotently(c, pool, (form) => updateDispute(pool, c.req.param('id'), form)),
  )
  api.post('/v1/disputes/:id/close', (c) =>
    idempotently(c, pool, () => acceptDispute(pool, c.req.param('id'))),
  )
  api.get('/v1/events', async (c) => {
    await releaseExpired(pool)
    await expireOverdue(pool)
    await settleDue(pool)
    await decideDisputes(pool)
    const { rows, more } = await list<EventRow>(pool, c, 'events')
    return listResponse(c, rows.map(eventJson), more)
  })
  addIntentRoutes(api, pool)
  addCustomerRoutes(api, pool)
  addBalanceRoutes(api, pool)
  return api
}

function addCustomerRoutes(api: Hono<SandboxEnv>, pool: Pool): void {
  const missing = (c: SandboxContext, what: string, id: string) =>
    errorResponse(c, `No such ${what}: '${id}'`, 404, 'resource_missing')

  api.post('/v1/customers', (c) => idempotently(c, pool, (form) => createCustomer(pool, form)))
  api.get('/v1/customers/:id', async (c) => {
    const customer = await findCustomer(pool, c.req.param('id'))
    return customer ? c.json(customerJson(customer)) : missing(c, 'customer', c.req.param('id'))
  })
  api.delete('/v1/customers/:id', async (c) => {
    const id = c.req.param('id')
    const isDeleted = await deleteCustomer(pool, id)
    return isDeleted ? c.json({ id, object: 'customer', deleted: true }) : missing(c, 'customer', id)
  })
  api.get('/v1/customers/:id/payment_methods', async (c) => {
    const id = c.req.param('id')
    if (!(await isCustomer(pool, id))) return missing(c, 'customer', id)
    return listResponse(c, (await listSavedCards(pool, id)).map(savedCardJson))
  })
  api.get('/v1/payment_methods/:id', async (c) => {
    const card = await findSavedCard(pool, c.req.param('id'))
    return card ? c.json(savedCardJson(card)) : missing(c, 'PaymentMethod', c.req.param('id'))
  })
  api.post('/v1/payment_methods/:id/detach', (c) =>
    idempotently(c, pool, async () => {
      const card = await detachCard(pool, c.req.param('id'))
      if (!card)
        throw new BadRequest(
          'The payment method you provided is not attached to a customer so detachment is impossible.',
        )
      return savedCardJson(card)
    }),
  )
}

export type EventRow = { id: string; kind: string; about: object; created_at: Date }

export function eventJson({ id, kind, about, created_at }: EventRow) {
  const created = Math.floor(created_at.getTime() / 1000)
  return { id, object: 'event', type: kind, created, livemode: false, data: { object: about } }
}
