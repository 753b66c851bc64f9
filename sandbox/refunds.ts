import type { Pool } from 'pg'
import { BadRequest } from './checkout-sessions.ts'
import { TAKES_MONEY } from './disputes.ts'
import { newId, recordEvent } from './events.ts'
import { consumeFault } from './faults.ts'
import { type FormBody, nestedField, textField } from './form-body.ts'
import { inTransaction } from './schema.ts'
import type { SessionRow } from './session-row.ts'

export type RefundRow = {
  id: string
  intent_id: string
  amount: number
  currency: string
  metadata: FormBody
  status: 'succeeded' | 'failed'
  created_at: Date
}

const DEMO_ORDER_AMOUNT = 1_000_000_000

export class RefundDeclined extends BadRequest {}

export async function createRefund(pool: Pool, form: FormBody) {
  // Outside the transaction, so the rollback does not restore the fault.
  if (await consumeFault(pool, 'refuseRefunds'))
    throw new RefundDeclined('Insufficient funds in your Stripe balance to refund this amount.')
  return inTransaction(pool, async (client) => {
    const intent = textField(form, 'payment_intent')
    const { rows } = await client.query<SessionRow>(
      'select * from sandbox.sessions where intent_id = $1 and paid for update',
      [intent],
    )
    // Seeded demo orders were never paid in the sandbox.
    const session =
      rows[0] ??
      (intent.startsWith('pi_demo_')
        ? { amount: DEMO_ORDER_AMOUNT, captured: null, currency: 'usd' }
        : undefined)
    if (!session) throw new BadRequest('No such payment_intent')
    const existing = await client.query(
      `select coalesce(sum(amount), 0)::int as sum from sandbox.refunds where intent_id = $1 and status <> 'failed'`,
      [intent],
    )
    const disputed = await client.query(
      `select id from sandbox.disputes where intent_id = $1 and ${TAKES_MONEY}`,
      [intent],
    )
    if (disputed.rowCount) throw new RefundDeclined('The charge has been charged back.')
    const remaining = (session.captured ?? session.amount) - existing.rows[0].sum
    const amount = textField(form, 'amount') ? Number(textField(form, 'amount')) : remaining
    if (!(amount > 0) || amount > remaining)
      throw new RefundDeclined(`Refund amount is greater than unrefunded amount (${remaining})`)
    const inserted = await client.query<RefundRow>(
      'insert into sandbox.refunds (id, intent_id, amount, currency, metadata) values ($1, $2, $3, $4, $5) returning *',
      [newId('re_test'), intent, amount, session.currency, JSON.stringify(nestedField(form, 'metadata'))],
    )
    const [createdRefund] = inserted.rows.map(refundJson)
    if (createdRefund) await recordEvent(client, 'refund.created', createdRefund)
    await recordEvent(client, 'charge.refunded', { object: 'charge', payment_intent: intent })
    return createdRefund
  })
}

export async function listRefunds(pool: Pool, intent: string) {
  const { rows } = await pool.query<RefundRow>(
    'select * from sandbox.refunds where intent_id = $1 order by place desc limit 100',
    [intent],
  )
  return rows.map(refundJson)
}

export function refundJson({ id, intent_id, amount, currency, metadata, status, created_at }: RefundRow) {
  const created = Math.floor(created_at.getTime() / 1000)
  return {
    id,
    object: 'refund',
    status,
    payment_intent: intent_id,
    amount,
    currency,
    metadata,
    created,
  }
}
