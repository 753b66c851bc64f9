import type { ClientBase } from 'pg'

/** What these do row by row, the rows that are copied have in them already. */
const TRIGGERS = {
  profiles: ['profiles_tally'],
  products: ['products_shown', 'products_stock', 'products_tally'],
  orders: ['orders_tally_new'],
  product_pictures: ['product_pictures_shown'],
  stock_movements: ['stock_movements_level'],
  reviews: ['reviews_counted'],
  accounting_lines: ['accounting_lines_balance'],
}

/** Inside a transaction: who writes to these tables meanwhile waits for its end. Other triggers, such as a search index, run. */
export async function withoutTriggers(client: ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query(triggerStatements('disable'))
  await work()
  await client.query(triggerStatements('enable'))
}

function triggerStatements(verb: 'disable' | 'enable'): string {
  return Object.entries(TRIGGERS)
    .flatMap(([table, triggers]) =>
      triggers.map((trigger) => `alter table ${table} ${verb} trigger ${trigger};`),
    )
    .join('\n')
}

/** Spares millions of look-ups of rows that were just written, where the role may: a superuser, as in the embedded database. */
export async function withoutForeignKeyChecks(client: ClientBase, work: () => Promise<void>): Promise<void> {
  const setReplicationRole = `select set_config('session_replication_role', $1, true) where current_setting('is_superuser') = 'on'`
  await client.query(setReplicationRole, ['replica'])
  await work()
  await client.query(setReplicationRole, ['origin'])
}
