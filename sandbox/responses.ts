import type { Context as HonoContext } from 'hono'
import type { Pool } from 'pg'
import { BadRequest } from './bad-request.ts'
import { consumeFault, type Faults } from './faults.ts'
import { type FormBody, parseFormBody } from './form-body.ts'
import { RefundDeclined } from './refunds.ts'

export type SandboxEnv = { Variables: { faults: Faults } }
export type SandboxContext = HonoContext<SandboxEnv>

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
  const onlySessions = table === 'sessions' ? 'and id <> intent_id' : ''
  const { rows } = await pool.query(
    `select * from sandbox.${table} where created_at >= to_timestamp($1) ${onlySessions}
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
