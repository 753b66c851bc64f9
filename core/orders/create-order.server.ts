import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import { newId } from '../ids.ts'
import type { NewJob } from '../outbox/outbox.server.ts'
import { wrapError } from '../wrap-error.ts'
import type { Order, OrderItem } from './order.ts'
import { candidateNumbers } from './order-number.ts'

export type NewOrder = Omit<
  Order,
  'number' | 'items' | 'refunded' | 'carrier' | 'trackingNumber' | 'deliveredAt'
> & {
  items: OrderItem[]
  baseTotal: number
  offerUse: { offerId: string; emailHash: string } | null
  /** Null for test orders. */
  payment: { id: string; expiresAt: Date; network: string } | null
  keyHash: string
  clearCartUserId: string | null
  jobs: NewJob[]
}

/** Writes everything in one statement, which locks stock in product order to avoid deadlocks. */
export async function createOrder(tx: Db, order: NewOrder): Promise<Order> {
  const { items, offerUse, payment, keyHash, clearCartUserId, jobs, baseTotal, ...fields } = order
  const created = { ...fields, items, refunded: 0, carrier: null, trackingNumber: null, deliveredAt: null }
  const itemRows = items.map((item) => ({ ...item, id: newId('orderItem') }))
  const stockReason = order.paymentMethod === 'card' ? 'held' : 'sold'
  for (let attempt = 0; attempt < 20; attempt++) {
    const [placed] = await wrapError(failureMessage, () =>
      insertOrder(
        tx,
        JSON.stringify({ ...fields, baseTotal }),
        candidateNumbers(order.createdAt),
        JSON.stringify(itemRows),
        stockReason,
        payment && JSON.stringify(payment),
        offerUse && JSON.stringify(offerUse),
        keyHash,
        JSON.stringify(created),
        clearCartUserId,
        JSON.stringify(jobs),
      ),
    )
    if (placed) return { ...created, number: placed.number }
  }
  throw new Error('No free order number after 20 attempts')
}

// The database error names the table whose constraint failed.
function failureMessage(error: Error & { table?: string }): string {
  return error.table === 'order_items' ? 'Failed to create order items' : 'Failed to create order'
}

const insertOrder = statement<{ number: string }>(
  'order_write',
  `with placed as (
    insert into orders (id, number, user_id, email, region, currency, rate, subtotal, discount, shipping, tax, tax_percent,
      total_amount, base_total, offer_code, return_days, shipping_address, payment_method, status, payment_status, created_at, updated_at)
    select id, n.number, "userId", email, region, currency, rate, subtotal, discount, shipping, tax, "taxPercent",
      total, "baseTotal", "offerCode", "returnDays", "shippingAddress", "paymentMethod", status, "paymentStatus", "createdAt", "createdAt"
    from json_to_record($1) as o (id text, "userId" text, email text, region text, currency text, rate numeric,
      subtotal bigint, discount bigint, shipping bigint, tax bigint, "taxPercent" numeric, total bigint, "baseTotal" bigint, "offerCode" text, "returnDays" integer,
      "shippingAddress" jsonb, "paymentMethod" text, status text, "paymentStatus" text, "createdAt" timestamptz),
      (select c.number from unnest($2::text[]) with ordinality as c (number, place)
       where not exists (select from orders taken where taken.number = c.number) order by place limit 1) n
    on conflict (number) do nothing returning *
  ), lines as (
    select * from json_to_recordset($3)
      as l (id text, "productId" text, name text, quantity integer, price bigint, amount bigint)
  ), items as (
    insert into order_items (id, order_id, product_id, name, quantity, price, amount)
    select l.id, placed.id, "productId", name, quantity, price, amount from placed, lines l
  ), moved as (
    insert into stock_movements (product_id, change, reason, order_id, actor_id, created_at)
    select "productId", -quantity, $4::text, placed.id, placed.user_id, placed.created_at from placed, lines
  ), step as (
    insert into order_steps (order_id, to_status, actor_id, actor, at)
    select id, status, user_id, 'shopper', created_at from placed
  ), attempt as (
    insert into payments (id, order_id, provider, amount, currency, state, expires_at, network, created_at)
    select p.id, placed.id, 'stripe', total_amount, currency, 'open', p."expiresAt", p.network, placed.created_at
    from placed, json_to_record($5) as p (id text, "expiresAt" timestamptz, network text) where $5 is not null
  ), used as (
    insert into offer_uses (order_id, offer_id, user_id, email_hash)
    select placed.id, u."offerId", placed.user_id, u."emailHash"
    from placed, json_to_record($6) as u ("offerId" text, "emailHash" text) where $6 is not null
  ), answered as (
    update idempotency_keys set order_id = placed.id,
      answer = jsonb_set($8::jsonb, '{number}', to_jsonb(placed.number))
    from placed where key_hash = $7
  ), cleared as (
    delete from cart_items using placed where cart_items.user_id = $9
  )
  select number, (select count(added) from (
      select graphile_worker.add_job(j.name, j.payload, job_key => j.key, run_at => j.at, max_attempts => 25) as added
      from json_to_recordset($10) as j (name text, payload json, key text, at timestamptz)
    ) promised) from placed`,
)
