import type { Pool } from 'pg'
import { newId, recordEvent } from './events.ts'
import { type RefundRow, refundJson } from './refunds.ts'
import { inTransaction } from './schema.ts'
import type { SessionRow } from './session-row.ts'

export async function failRefund(pool: Pool, id: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<RefundRow>(
      `update sandbox.refunds set status = 'failed' where id = $1 returning *`,
      [id],
    )
    for (const refund of rows) await recordEvent(client, 'refund.failed', refundJson(refund))
  })
}

export async function openDispute(
  pool: Pool,
  intent: string,
  reason = 'product_not_received',
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<SessionRow>('select * from sandbox.sessions where intent_id = $1', [
      intent,
    ])
    for (const { amount, currency } of rows) {
      const dispute = {
        id: newId('dp_test'),
        object: 'dispute',
        payment_intent: intent,
        amount,
        currency,
        reason,
      }
      await recordEvent(client, 'charge.dispute.created', dispute)
    }
  })
}
