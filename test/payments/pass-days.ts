import type { Connection } from '#db/connection.ts'

const DATES = {
  'sandbox.sessions': ['paid_at', 'created_at'],
  'sandbox.refunds': ['created_at', 'failed_at'],
  'sandbox.disputes': ['created_at', 'closed_at'],
  'sandbox.payouts': ['created_at'],
  payments: ['paid_at'],
  refunds: ['created_at', 'done_at'],
  disputes: ['opened_at', 'closed_at'],
  provider_transactions: ['created_at'],
  provider_payouts: ['created_at'],
}

/** Moves payments and refunds into the past, in the store and at the provider. */
export async function passDays({ pool }: Connection, days: number): Promise<void> {
  for (const [table, columns] of Object.entries(DATES)) {
    const changes = columns.map((column) => `${column} = ${column} - make_interval(days => ${days})`)
    await pool.query(`update ${table} set ${changes.join(', ')}`)
  }
}
