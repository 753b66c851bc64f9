import type { Pool } from 'pg'
import { type DisputeRow, disputeJson, insertDispute } from './disputes.ts'
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

export async function openDispute(
  pool: Pool,
  intent: string,
  reason = 'product_not_received',
  status: DisputeRow['status'] = 'needs_response',
): Promise<string> {
  const id = newId('dp_test')
  await inTransaction(pool, (client) => insertDispute(client, { id, intent, reason }, status))
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
