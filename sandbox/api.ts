import { setTimeout as sleep } from 'node:timers/promises'
import { Hono, type Context as HonoContext } from 'hono'
import type { Pool } from 'pg'
import { addBalanceRoutes } from './balance.ts'
import {
  BadRequest,
  createSession,
  expireOverdue,
  expireSession,
  findSession,
  settleDue,
} from './checkout-sessions.ts'
import { listDisputes } from './disputes.ts'
import { consumeFault, type Faults, readFaults } from './faults.ts'
import { type FormBody, parseFormBody } from './form-body.ts'
import { createRefund, listRefunds, RefundDeclined, type RefundRow, refundJson } from './refunds.ts'
import { type SessionRow, sessionJson } from './session-row.ts'

export type SandboxEnv = { Variables: { faults: Faults } }
export type SandboxContext = HonoContext<SandboxEnv>

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
  api.get('/v1/events', async (c) => {
    await expireOverdue(pool)
    await settleDue(pool)
    const { rows, more } = await list<EventRow>(pool, c, 'events')
    return listResponse(c, rows.map(eventJson), more)
  })
  addBalanceRoutes(api, pool)
  return api
}

export type EventRow = { id: string; kind: string; about: object; created_at: Date }

export function eventJson({ id, kind, about, created_at }: EventRow) {
  const created = Math.floor(created_at.getTime() / 1000)
  return { id, object: 'event', type: kind, created, livemode: false, data: { object: about } }
}

/** Repeats the stored response for a repeated key, even if it was an error after the write was committed. */
export async function idempotently(
  c: SandboxContext,
  pool: Pool,
  handle: (form: FormBody) => Promise<unknown>,
): Promise<Response> {
  const key = c.req.header('idempotency-key')
  const storedResponse =
    key && (await pool.query('select status, body from sandbox.answers where key = $1', [key])).rows[0]
  if (storedResponse) {
    const headers = { 'idempotent-replayed': 'true' }
    return Response.json(storedResponse.body, { status: storedResponse.status, headers })
  }
  let status = 200
  let body: unknown
  try {
    body = await handle(parseFormBody(await c.req.text()))
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error
    if (!(error instanceof RefundDeclined)) return errorResponse(c, error.message, 400, error.code)
    status = 400
    body = { error: { type: 'invalid_request_error', message: error.message } }
  }
  if (c.get('faults').failAfterCommit && (await consumeFault(pool, 'failAfterCommit'))) {
    status = 500
    body = { error: { type: 'api_error', message: 'Something went wrong on our end.' } }
  }
  if (key) {
    const insertSql =
      'insert into sandbox.answers (key, status, body) values ($1, $2, $3) on conflict do nothing'
    await pool.query(insertSql, [key, status, JSON.stringify(body)])
  }
  return Response.json(body, { status })
}

/** Newest first. */
export async function list<ListedRow>(
  pool: Pool,
  c: SandboxContext,
  table: 'sessions' | 'events' | 'refunds',
) {
  const limit = Math.min(100, Number(c.req.query('limit') ?? 10))
  const since = Number(c.req.query('created[gte]') ?? 0)
  const until = c.req.query('created[lt]')
  const { rows } = await pool.query(
    `select * from sandbox.${table} where created_at >= to_timestamp($1)
       and ($4::float8 is null or created_at < to_timestamp($4))
       and ($2 = '' or place < (select place from sandbox.${table} where id = $2))
     order by place desc limit $3`,
    [since, c.req.query('starting_after') ?? '', limit + 1, until ? Number(until) : null],
  )
  return { rows: rows.slice(0, limit) as ListedRow[], more: rows.length > limit }
}

export function listResponse(c: SandboxContext, data: object[], hasMore = false): Response {
  return c.json({ object: 'list', url: c.req.path, has_more: hasMore, data })
}

export function errorResponse(
  c: SandboxContext,
  message: string,
  status: 400 | 404,
  code?: string,
): Response {
  return c.json({ error: { type: 'invalid_request_error', message, code } }, status)
}
