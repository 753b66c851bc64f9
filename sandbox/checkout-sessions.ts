import type { Pool, PoolClient } from 'pg'
import { DEFAULT_REGIONS } from '#core/regions/terms.ts'
import { OPTIONAL_METHODS, type OptionalMethod } from '#core/settings/payment-methods.ts'
import { BadRequest } from './bad-request.ts'
import { isCustomer } from './customers.ts'
import { insertDispute } from './disputes.ts'
import { newId, recordEvent } from './events.ts'
import { type FormBody, nestedField, textField } from './form-body.ts'
import { inTransaction } from './schema.ts'
import {
  intentJson,
  intentStatus,
  isCapturedLater,
  isIntent,
  type SessionRow,
  sessionJson,
} from './session-row.ts'

export { BadRequest } from './bad-request.ts'

// In US cents. Stripe applies it to the amount converted to the payout currency.
const MIN_AMOUNT = 50
const RATES = Object.fromEntries(Object.values(DEFAULT_REGIONS).map(({ currency, rate }) => [currency, rate]))

const HALF_AN_HOUR = 30 * 60_000
const MAX_LINES = 100

export async function createSession(pool: Pool, form: FormBody): Promise<SessionRow> {
  const lines = Object.values(nestedField(form, 'line_items')).map((line) =>
    typeof line === 'object' ? line : {},
  )
  if (!lines.length || lines.length > MAX_LINES)
    throw new BadRequest('line_items must contain 1 to 100 items')
  const amount = lines.reduce((sum, line) => {
    const unitAmount = Number(textField(nestedField(line, 'price_data'), 'unit_amount'))
    return sum + unitAmount * Number(textField(line, 'quantity'))
  }, 0)
  const currency = textField(nestedField(lines[0] ?? {}, 'price_data'), 'currency')
  const expiresAt = new Date(Number(textField(form, 'expires_at')) * 1000)
  requireAmount(amount, currency)
  if (expiresAt.getTime() - Date.now() < HALF_AN_HOUR - 1000) {
    throw new BadRequest('expires_at must be at least 30 minutes from now')
  }
  const hasForm = textField(form, 'ui_mode') === 'elements'
  if (hasForm && (!textField(form, 'return_url') || textField(form, 'success_url')))
    throw new BadRequest('With ui_mode elements, send return_url instead of success_url and cancel_url')
  const customer = textField(form, 'customer')
  if (customer && textField(form, 'customer_email'))
    throw new BadRequest('You may only specify one of these parameters: customer, customer_email.')
  if (customer && !(await isCustomer(pool, customer)))
    throw new BadRequest(`No such customer: '${customer}'`, 'resource_missing')
  const id = newId('cs_test')
  // The page uses the origin the shopper is on, which may be any loopback name.
  const url = new URL(`/demo/card/${id}`, textField(form, 'success_url') || textField(form, 'return_url'))
    .href
  const { rows } = await pool.query<SessionRow>(
    `insert into sandbox.sessions (id, intent_id, amount, currency, wanted, url, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning *`,
    [id, newId('pi_test'), amount, currency, JSON.stringify(form), url, expiresAt],
  )
  return requireSession(rows)
}

export function requireAmount(amount: number, currency: string): void {
  if (!Number.isSafeInteger(amount) || amount < 1)
    throw new BadRequest('The amount must be a whole number of minor units')
  if (amount < MIN_AMOUNT * (RATES[currency] ?? 1))
    throw new BadRequest('The total amount due must convert to at least 50 cents', 'amount_too_small')
}

export async function findSession(pool: Pool, id: string): Promise<SessionRow | undefined> {
  const session = await readSession(pool, id)
  if (session?.status !== 'open' || session.expires_at.getTime() > Date.now()) return session
  // Another request may expire it at the same time.
  await expireSession(pool, id).catch(() => {})
  return readSession(pool, id)
}

async function readSession(pool: Pool, id: string): Promise<SessionRow | undefined> {
  const { rows } = await pool.query<SessionRow>('select * from sandbox.sessions where id = $1', [id])
  return rows[0]
}

export async function expireSession(pool: Pool, id: string): Promise<SessionRow> {
  return withLockedSession(pool, id, async (client, session) => {
    if (session.status !== 'open')
      throw new BadRequest(`Only open sessions can be expired; this one is ${session.status}`)
    return endSession(client, session, { status: 'expired', paid: false }, 'checkout.session.expired')
  })
}

export const TEST_CARDS = {
  '4242424242424242': 'paid',
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient funds',
  '4000002500003155': 'authentication required',
  '4000000000000259': 'disputed',
} as const
type CardOutcome =
  | Exclude<(typeof TEST_CARDS)[keyof typeof TEST_CARDS], 'disputed'>
  | 'unknown card'
  | 'closed'

/** With a wallet, the card is the one in it. */
export const WALLET_CARD = '4242 4242 4242 4242'

/** `confirmed` is the shopper's answer to 3-D Secure; undefined until it was shown. */
export async function payByCard(
  pool: Pool,
  id: string,
  number: string,
  confirmed?: boolean,
): Promise<CardOutcome> {
  const testCard = Object.entries(TEST_CARDS).find(([card]) => card === number.replace(/\D/g, ''))
  if (!testCard) return 'unknown card'
  const [, outcome] = testCard
  if (outcome === 'authentication required' && confirmed === undefined) return outcome
  const isDisputed = outcome === 'disputed'
  const isPaid = outcome === 'paid' || isDisputed || (outcome === 'authentication required' && confirmed)
  return withLockedSession(pool, id, async (client, session) => {
    if (session.status !== 'open') return 'closed'
    if (isPaid) {
      await completeSession(client, session)
      if (isDisputed) await insertDispute(client, { intent: session.intent_id, reason: 'fraudulent' })
      return 'paid'
    }
    await recordFailedIntent(client, session)
    return outcome === 'authentication required' ? 'declined' : outcome
  })
}

/** How long the app or bank of a simulated payment takes. */
export const PROCESSING_SECONDS = 10

export const DECISIONS = ['approve', 'later', 'fail later', 'decline'] as const
export type Decision = (typeof DECISIONS)[number]

/** Besides cards. The sandbox’s account has all of them. */
export function otherMethods({ wanted }: Pick<SessionRow, 'wanted'>): OptionalMethod[] {
  const allowed = Object.values(nestedField(wanted, 'allowed_payment_method_types'))
  return OPTIONAL_METHODS.filter((method) => allowed.includes(method))
}

/** What the shopper chose on the page of another payment method. */
export async function payByMethod(
  pool: Pool,
  id: string,
  decision: Decision,
): Promise<'paid' | 'processing' | 'declined' | 'closed'> {
  return withLockedSession(pool, id, async (client, session) => {
    if (session.status !== 'open') return 'closed'
    if (decision === 'decline') {
      await recordFailedIntent(client, session)
      return 'declined'
    }
    const isPaid = decision === 'approve'
    if (isPaid) {
      await completeSession(client, session)
      return 'paid'
    }
    await client.query(
      `update sandbox.sessions set settles_at = now() + make_interval(secs => $2), settles_paid = $3 where id = $1`,
      [id, PROCESSING_SECONDS, decision === 'later'],
    )
    await endSession(client, session, { status: 'complete', paid: false }, 'checkout.session.completed')
    return 'processing'
  })
}

/** What is captured later is only authorized by now. */
async function completeSession(client: PoolClient, session: SessionRow): Promise<void> {
  const isAuthorized = isCapturedLater(session)
  const authorized = isAuthorized && (await authorize(client, session))
  // An intent of its own reports it at its end.
  if (authorized && !isIntent(session)) await recordAuthorized(client, authorized)
  await endSession(client, session, { status: 'complete', paid: !isAuthorized }, 'checkout.session.completed')
}

async function authorize(client: PoolClient, { id }: SessionRow): Promise<SessionRow> {
  const { rows } = await client.query<SessionRow>(
    'update sandbox.sessions set authorized_at = now() where id = $1 returning *',
    [id],
  )
  return requireSession(rows)
}

function recordAuthorized(client: PoolClient, session: SessionRow): Promise<void> {
  return recordEvent(client, 'payment_intent.amount_capturable_updated', intentJson(session))
}

const CAPTURE_METHOD = `coalesce(wanted #>> '{payment_intent_data,capture_method}', wanted ->> 'capture_method', '')`

/** Payments whose app or bank answers now. */
export async function settleDue(pool: Pool): Promise<void> {
  const due = await pool.query('select from sandbox.sessions where settles_at <= now() limit 1')
  if (!due.rowCount) return
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<SessionRow>(
      `update sandbox.sessions set failed = not settles_paid, settles_at = null,
         paid = settles_paid and ${CAPTURE_METHOD} <> 'manual',
         authorized_at = case when settles_paid and ${CAPTURE_METHOD} = 'manual' then now() end
       where id in (select id from sandbox.sessions where settles_at <= now() order by id for update skip locked limit 100)
       returning *`,
    )
    for (const session of rows) {
      if (session.authorized_at) await recordAuthorized(client, session)
      if (session.authorized_at) continue
      const kind = session.paid
        ? 'checkout.session.async_payment_succeeded'
        : 'checkout.session.async_payment_failed'
      await recordSessionEvent(client, session, kind)
    }
  })
}

async function recordFailedIntent(client: PoolClient, session: SessionRow): Promise<void> {
  const { wanted, intent_id } = session
  if (isIntent(session)) return recordEvent(client, 'payment_intent.payment_failed', intentJson(session))
  const metadata = nestedField(nestedField(wanted, 'payment_intent_data'), 'metadata')
  await recordEvent(client, 'payment_intent.payment_failed', {
    object: 'payment_intent',
    id: intent_id,
    metadata,
  })
}

export async function expireOverdue(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from sandbox.sessions where status = 'open' and expires_at <= now() limit 100`,
  )
  for (const { id } of rows) await expireSession(pool, id).catch(() => {})
}

async function withLockedSession<Result>(
  pool: Pool,
  id: string,
  run: (client: PoolClient, session: SessionRow) => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<SessionRow>(
      'select * from sandbox.sessions where id = $1 for update',
      [id],
    )
    return run(client, requireSession(rows))
  })
}

type SessionEnd = { status: 'complete' | 'expired'; paid: boolean }

async function endSession(
  client: PoolClient,
  { id }: SessionRow,
  { status, paid }: SessionEnd,
  kind: string,
): Promise<SessionRow> {
  const { rows } = await client.query<SessionRow>(
    'update sandbox.sessions set status = $2, paid = $3 where id = $1 returning *',
    [id, status, paid],
  )
  const session = requireSession(rows)
  await recordSessionEvent(client, session, kind)
  return session
}

/** An intent has events of its own names. */
async function recordSessionEvent(client: PoolClient, session: SessionRow, kind: string): Promise<void> {
  if (!isIntent(session)) return recordEvent(client, kind, sessionJson(session))
  await recordEvent(client, `payment_intent.${INTENT_EVENTS[intentStatus(session)]}`, intentJson(session))
}

const INTENT_EVENTS = {
  succeeded: 'succeeded',
  processing: 'processing',
  requires_capture: 'amount_capturable_updated',
  canceled: 'canceled',
  requires_payment_method: 'payment_failed',
}

function requireSession(rows: SessionRow[]): SessionRow {
  if (!rows[0]) throw new BadRequest('No such checkout session')
  return rows[0]
}
