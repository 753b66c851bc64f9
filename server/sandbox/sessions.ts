import { randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { REGIONS } from '#core/regions/regions.ts'
import { readFaults } from './faults.ts'
import { type Form, part, text } from './form.ts'
import { inTransaction } from './keep.ts'

export type SessionRow = {
  place: number
  id: string
  intent_id: string
  status: 'open' | 'complete' | 'expired'
  paid: boolean
  amount: number
  currency: string
  wanted: Form
  url: string
  expires_at: Date
  created_at: Date
}

/** What the provider refuses, in its words, and under its name for it if there is one. */
export class BadRequest extends Error {
  readonly code: string | undefined

  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

/** In US cents, for a shop that is paid out in dollars. */
const LEAST = 50
const RATES = Object.fromEntries(
  Object.values(REGIONS).map(({ currency, multiplier }) => [currency, multiplier]),
)

const HALF_AN_HOUR = 30 * 60_000
const MOST_LINES = 100

export async function createSession(pool: Pool, wanted: Form): Promise<SessionRow> {
  const lines = Object.values(part(wanted, 'line_items')).map((line) =>
    typeof line === 'object' ? line : {},
  )
  if (!lines.length || lines.length > MOST_LINES) throw new BadRequest('line_items: 1 to 100 are needed')
  const amount = lines.reduce((sum, line) => {
    const each = Number(text(part(line, 'price_data'), 'unit_amount'))
    return sum + each * Number(text(line, 'quantity'))
  }, 0)
  const currency = text(part(lines[0] ?? {}, 'price_data'), 'currency')
  const expiresAt = new Date(Number(text(wanted, 'expires_at')) * 1000)
  if (!Number.isSafeInteger(amount) || amount < 1)
    throw new BadRequest('unit_amount: whole minor units are needed')
  if (amount * 100 < LEAST * (RATES[currency] ?? 100))
    throw new BadRequest('The total amount due must convert to at least 50 cents', 'amount_too_small')
  if (expiresAt.getTime() - Date.now() < HALF_AN_HOUR - 1000) {
    throw new BadRequest('expires_at must be at least 30 minutes from now')
  }
  const id = newId('cs_test')
  // The page stands at the address that the shopper uses, whichever of this machine's names that is.
  const url = new URL(`/demo/card/${id}`, text(wanted, 'success_url')).href
  const { rows } = await pool.query<SessionRow>(
    `insert into sandbox.sessions (id, intent_id, amount, currency, wanted, url, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning *`,
    [id, newId('pi_test'), amount, currency, JSON.stringify(wanted), url, expiresAt],
  )
  return existing(rows)
}

export async function findSession(pool: Pool, id: string): Promise<SessionRow | undefined> {
  await expireOverdue(pool)
  const { rows } = await pool.query<SessionRow>('select * from sandbox.sessions where id = $1', [id])
  return rows[0]
}

export async function expireSession(pool: Pool, id: string): Promise<SessionRow> {
  return move(pool, id, async (client, session) => {
    if (session.status !== 'open')
      throw new BadRequest(`Only open sessions can be expired; this one is ${session.status}`)
    return close(client, session, { status: 'expired', paid: false }, 'checkout.session.expired')
  })
}

/** The known test cards, and what becomes of them. */
export const CARDS = {
  '4242424242424242': 'paid',
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient funds',
  '4000002500003155': 'asks',
} as const
export type CardOutcome = (typeof CARDS)[keyof typeof CARDS] | 'unknown card' | 'closed'

/** What the shopper typed. With a card that asks, the bank's question comes first. */
export async function payByCard(
  pool: Pool,
  id: string,
  number: string,
  confirmed?: boolean,
): Promise<CardOutcome> {
  const known = Object.entries(CARDS).find(([card]) => card === number.replace(/\D/g, ''))
  if (!known) return 'unknown card'
  const [, outcome] = known
  if (outcome === 'asks' && confirmed === undefined) return 'asks'
  const pays = outcome === 'paid' || (outcome === 'asks' && confirmed)
  return move(pool, id, async (client, session) => {
    if (session.status !== 'open') return 'closed'
    if (pays) {
      await close(client, session, { status: 'complete', paid: true }, 'checkout.session.completed')
      return 'paid'
    }
    const metadata = part(part(session.wanted, 'payment_intent_data'), 'metadata')
    const intent = { object: 'payment_intent', id: session.intent_id, metadata }
    await tell(client, 'payment_intent.payment_failed', intent)
    return outcome === 'asks' ? 'declined' : outcome
  })
}

export async function expireOverdue(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from sandbox.sessions where status = 'open' and expires_at <= now() limit 100`,
  )
  for (const { id } of rows) await expireSession(pool, id).catch(() => {})
}

async function move<Result>(
  pool: Pool,
  id: string,
  act: (client: PoolClient, session: SessionRow) => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<SessionRow>(
      'select * from sandbox.sessions where id = $1 for update',
      [id],
    )
    return act(client, existing(rows))
  })
}

type End = { status: 'complete' | 'expired'; paid: boolean }

async function close(
  client: PoolClient,
  { id }: SessionRow,
  { status, paid }: End,
  kind: string,
): Promise<SessionRow> {
  const { rows } = await client.query<SessionRow>(
    'update sandbox.sessions set status = $2, paid = $3 where id = $1 returning *',
    [id, status, paid],
  )
  const session = existing(rows)
  await tell(client, kind, sessionJson(session))
  return session
}

/** Something happened: it can be listed from now on, and is delivered as the faults allow. */
export async function tell(client: PoolClient, kind: string, about: object): Promise<void> {
  const id = newId('evt_test')
  await client.query('insert into sandbox.events (id, kind, about) values ($1, $2, $3)', [id, kind, about])
  const { lose, duplicate, delay, reorder } = await readFaults(client)
  if (lose) return
  const late = reorder ? Math.random() * 1000 : 0
  await client.query(
    `insert into sandbox.deliveries (event_id, due_at)
     select $1, now() + make_interval(secs => $3 / 1000.0) from generate_series(1, $2)`,
    [id, duplicate, delay + late],
  )
}

export function sessionJson(session: SessionRow) {
  const { id, intent_id, status, paid, amount, currency, wanted, url, expires_at, created_at } = session
  return {
    id,
    object: 'checkout.session',
    mode: 'payment',
    status,
    payment_status: paid ? 'paid' : 'unpaid',
    amount_subtotal: amount,
    amount_total: amount,
    currency,
    payment_intent: paid ? intent_id : null,
    customer_email: text(wanted, 'customer_email') || null,
    client_reference_id: text(wanted, 'client_reference_id') || null,
    metadata: part(wanted, 'metadata'),
    success_url: text(wanted, 'success_url'),
    cancel_url: text(wanted, 'cancel_url'),
    url: status === 'open' ? url : null,
    livemode: false,
    created: Math.floor(created_at.getTime() / 1000),
    expires_at: Math.floor(expires_at.getTime() / 1000),
  }
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url').replace(/[-_]/g, 'x')}`
}

function existing(rows: SessionRow[]): SessionRow {
  if (!rows[0]) throw new BadRequest('No such checkout session')
  return rows[0]
}
