import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import type { Pool } from 'pg'
import { cancelIntent, captureIntent, findIntent, releaseExpired } from './captures.ts'
import { createSession, expireOverdue, expireSession, findSession, settleDue } from './checkout-sessions.ts'
import { acceptDispute, decideDisputes, findDispute, listDisputes, updateDispute } from './disputes.ts'
import { readFaults } from './faults.ts'
import { addIntentRoutes } from './payment-intents.ts'
import { createRefund, listRefunds, type RefundRow, refundJson } from './refunds.ts'
import { errorResponse, idempotently, list, listResponse, type SandboxEnv } from './responses.ts'
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
  return api
}

export type EventRow = { id: string; kind: string; about: object; created_at: Date }

export function eventJson({ id, kind, about, created_at }: EventRow) {
  const created = Math.floor(created_at.getTime() / 1000)
  return { id, object: 'event', type: kind, created, livemode: false, data: { object: about } }
}
