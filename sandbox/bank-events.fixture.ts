import type { Pool } from 'pg'
import { type DisputeRow, disputeJson } from './disputes.ts'
import { newId, recordEvent } from './events.ts'
import { type RefundRow, refundJson } from './refunds.ts'
import { inTransaction } from './schema.ts'

export async function failRefund(pool: Pool, id: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<RefundRow>(
      `update sandbox.refunds set status = 'failed' where id = $1 returning *`,
      [id],
    )
    for (const refund of rows) await recordEvent(client, 'refund.failed', refundJson(refund))
  })
}

/** The bank takes back what was neither refunded nor disputed yet. */
export async function openDispute(
  pool: Pool,
  intent: string,
  reason = 'product_not_received',
): Promise<string> {
  const id = newId('dp_test')
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<DisputeRow>(
      `insert into sandbox.disputes (id, intent_id, amount, currency, reason)
       select $1, s.intent_id, s.amount - taken.amount, s.currency, $3
       from sandbox.sessions s cross join lateral (select
         (select coalesce(sum(r.amount), 0) from sandbox.refunds r where r.intent_id = s.intent_id and r.status <> 'failed')
         + (select coalesce(sum(d.amount), 0) from sandbox.disputes d where d.intent_id = s.intent_id and d.status <> 'won')
         as amount) taken
       where s.intent_id = $2 and s.amount > taken.amount returning *`,
      [id, intent, reason],
    )
    for (const dispute of rows) await recordEvent(client, 'charge.dispute.created', disputeJson(dispute))
  })
  return id
}

export async function closeDispute(pool: Pool, id: string, status: 'won' | 'lost'): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<DisputeRow>(
      'update sandbox.disputes set status = $2 where id = $1 returning *',
      [id, status],
    )
    for (const dispute of rows) await recordEvent(client, 'charge.dispute.closed', disputeJson(dispute))
  })
}
