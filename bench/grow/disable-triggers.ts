import type { ClientBase } from 'pg'

/** The copied rows already contain what these triggers would compute row by row. */
const TRIGGERS = {
  profiles: ['profiles_tally'],
  products: [
    'products_join_family',
    'products_shown',
    'products_stock',
    'products_search_added',
    'products_webhooks_rows',
    'products_webhooks_changed',
  ],
  listings: ['listings_tally'],
  orders: ['orders_tally_new', 'orders_webhooks_new', 'orders_webhooks_changed'],
  product_pictures: ['product_pictures_shown'],
  stock_movements: ['stock_movements_level'],
  reviews: ['reviews_counted', 'reviews_starred'],
  accounting_lines: ['accounting_lines_balance'],
}

/** Runs in a transaction: other writers to these tables wait for it. Other triggers, such as search indexing, still run. */
export async function withoutTriggers(client: ClientBase, callback: () => Promise<void>): Promise<void> {
  await client.query(triggerStatements('disable'))
  await callback()
  await client.query(triggerStatements('enable'))
}

function triggerStatements(verb: 'disable' | 'enable'): string {
  return Object.entries(TRIGGERS)
    .flatMap(([table, triggers]) =>
      triggers.map((trigger) => `alter table ${table} ${verb} trigger ${trigger};`),
    )
    .join('\n')
}

/** Saves millions of lookups of rows just written. Only superusers may do this, as in the embedded database. */
export async function withoutForeignKeyChecks(
  client: ClientBase,
  callback: () => Promise<void>,
): Promise<void> {
  const setReplicationRole = `select set_config('session_replication_role', $1, true) where current_setting('is_superuser') = 'on'`
  await client.query(setReplicationRole, ['replica'])
  await callback()
  await client.query(setReplicationRole, ['origin'])
}
