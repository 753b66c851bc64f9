import type { Pool } from 'pg'

export type DisputeRow = {
  id: string
  intent_id: string
  amount: number
  currency: string
  reason: string
  status: 'needs_response' | 'won' | 'lost'
  created_at: Date
}

export async function listDisputes(pool: Pool, intent: string) {
  const { rows } = await pool.query<DisputeRow>(
    'select * from sandbox.disputes where intent_id = $1 order by place desc limit 100',
    [intent],
  )
  return rows.map(disputeJson)
}

export function disputeJson({ id, intent_id, amount, currency, reason, status, created_at }: DisputeRow) {
  const created = Math.floor(created_at.getTime() / 1000)
  return { id, object: 'dispute', payment_intent: intent_id, amount, currency, reason, status, created }
}
