import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { newId } from '#core/ids.ts'
import { ADDRESS } from '#test/checkout.ts'

const STATEMENTS = {
  line: `insert into cart_items (id, user_id, product_id, quantity, added_price) values ($1, $2, $3, 1, 4800)
    on conflict (user_id, product_id) do update set quantity = 1`,
  price:
    'select p.price, s.available from products p join stock_levels s on s.product_id = p.id where p.id = $1',
  key: 'insert into idempotency_keys (key_hash, request_hash, order_id, response) values ($1, $1, $2, $3)',
  order: `insert into orders (id, number, user_id, email, region, currency, rate, subtotal, discount, shipping, tax,
    total_amount, base_total, shipping_address, payment_method)
    values ($1, $2, $3, lower($3) || '@orchard.example', 'US', 'usd', 1, 4800, 0, 1000, 384, 6184, 6184, $4, 'demo')`,
  item: `insert into order_items (id, order_id, product_id, name, quantity, price, amount)
    values ($1, $2, $3, 'A product', 1, 4800, 4800)`,
  stock: `insert into stock_movements (product_id, change, reason, order_id) values ($1, -1, 'sold', $2)`,
  step: `insert into order_steps (order_id, to_status, actor) values ($1, 'pending', 'shopper')`,
  clear: 'delete from cart_items where user_id = $1',
  job: `select graphile_worker.add_job('order-placed', json_build_object('id', $1::text), job_key => $1, run_at => now() + interval '1 year')`,
}

let orderCount = 0

/** Writes only the rows of a checkout, in one transaction. */
export async function writeCheckoutRows(pool: Pool, userId: string, productId: string): Promise<void> {
  const client = await pool.connect()
  const run = (name: keyof typeof STATEMENTS, ...values: unknown[]) =>
    client.query({ name, text: STATEMENTS[name], values })
  const id = newId('order')
  await client.query('begin')
  await run('line', newId('cartItem'), userId, productId)
  await run('price', productId)
  await run('order', id, `EB9${String(++orderCount).padStart(9, '0')}`, userId, JSON.stringify(ADDRESS))
  await run('item', newId('orderItem'), id, productId)
  await run('stock', productId, id)
  await run('step', id)
  await run('key', randomUUID(), id, JSON.stringify({ id, address: ADDRESS }))
  await run('clear', userId)
  await run('job', id)
  await client.query('commit')
  client.release()
}
