import { z } from 'zod'
import { wrapError } from '#core/errors.ts'
import type { Db } from '#db/connection.ts'
import { query, type Sql, sql } from '#db/sql.ts'
import { columnNames, recordColumns, recordValues } from '../fields/field-columns.server.ts'
import { newId } from '../ids.ts'
import { jobRows, type NewJob } from '../outbox/outbox.server.ts'
import type { Order, OrderLine } from './order.ts'
import { ORDER_FIELDS } from './order-fields.ts'
import { candidateNumbers } from './order-number.ts'
import type { OrderSource } from './sources/order-source.ts'

type NewPayment = {
  id: string
  expiresAt: Date
  network: string | null
  link?: boolean
  capture?: 'automatic' | 'manual'
}

export type NewOrder = Omit<
  Order,
  | 'number'
  | 'items'
  | 'paymentProcessing'
  | 'authorization'
  | 'authorizedUntil'
  | 'refunded'
  | 'carrier'
  | 'trackingNumber'
  | 'deliveredAt'
> & {
  items: OrderLine[]
  giftCardPayments: { giftCardId: string; amount: number }[]
  baseTotal: number
  source: OrderSource | null
  /** Null for test orders. */
  payment: NewPayment | null
  /** The member of the staff or the key that placed it for the customer. */
  placedBy?: string | null
  keyHash: string
  clearCartUserId: string | null
  jobs: NewJob[]
}

/** Writes everything in one statement, which locks stock in product order to avoid deadlocks. */
export async function createOrder(tx: Db, order: NewOrder): Promise<Order> {
  const {
    items,
    giftCardPayments,
    source,
    payment,
    placedBy = null,
    keyHash,
    clearCartUserId,
    jobs,
    baseTotal,
    ...fields
  } = order
  const created = {
    ...fields,
    items,
    paymentProcessing: false,
    authorization: null,
    authorizedUntil: null,
    refunded: 0,
    carrier: null,
    trackingNumber: null,
    deliveredAt: null,
  }
  const inputs = {
    order: { ...fields, baseTotal },
    items: items.map((item) => ({ ...item, id: newId('orderItem') })),
    stockReason: order.paymentMethod === 'card' ? 'held' : 'sold',
    ...{ payment, placedBy, giftCardPayments, source, keyHash, response: created, clearCartUserId, jobs },
  } as const
  for (let attempt = 0; attempt < 20; attempt++) {
    const numbers = candidateNumbers(order.createdAt)
    const [placed] = await wrapError(
      failureMessage,
      () => query(tx, PlacedOrder)`${insertOrder({ ...inputs, numbers })}`,
    )
    if (placed) return { ...created, number: placed.number }
  }
  throw new Error('No free order number after 20 attempts')
}

// The database error names the table whose constraint failed.
function failureMessage(error: Error & { table?: string }): string {
  return error.table === 'order_items' ? 'Failed to create order items' : 'Failed to create order'
}

const PlacedOrder = z.strictObject({ number: z.string(), jobCount: z.int() })

type OrderInputs = Pick<
  NewOrder,
  'payment' | 'giftCardPayments' | 'source' | 'keyHash' | 'clearCartUserId' | 'jobs'
> & {
  order: Omit<
    NewOrder,
    'items' | 'payment' | 'placedBy' | 'giftCardPayments' | 'source' | 'keyHash' | 'clearCartUserId' | 'jobs'
  >
  placedBy?: string | null
  /** The first one that is free is used. */
  numbers: string[]
  items: (OrderLine & { id: string })[]
  stockReason: 'held' | 'sold'
  /** Sent again when the request is repeated. */
  response: Omit<Order, 'number'>
}

/** Returns no row if another order takes the number at the same time. */
export function insertOrder(inputs: OrderInputs): Sql {
  const {
    order,
    numbers,
    items,
    stockReason,
    payment,
    placedBy,
    giftCardPayments,
    source,
    keyHash,
    response,
    clearCartUserId,
    jobs,
  } = inputs
  return sql`
    -- The order, with the first free number. Orders of the same millisecond start with the same one: without the lock,
    -- the second would wait for the first to commit, and then start again.
    with placed as (
      insert into orders (id, number, user_id, email, region, currency, rate, subtotal, discount, shipping, tax, tax_percent,
        tax_included, shipping_tax, total_amount, base_total, gift_card_amount, kind, offer_code, offer_id, offer_title, return_days, shipping_address, ${columnNames(ORDER_FIELDS)}, payment_method, status,
        payment_status, created_at, updated_at)
      select id, n.number, "userId", email, region, currency, rate, subtotal, discount, shipping, tax, "taxPercent",
        "taxIncluded", "shippingTax", total, "baseTotal", "giftCardAmount", kind, "offerCode", "offerId", "offerTitle", "returnDays", "shippingAddress", ${recordValues(ORDER_FIELDS, 'o')}, "paymentMethod", status,
        "paymentStatus", "createdAt", "createdAt"
      from json_to_record(${sql.json(order)}) as o (id text, "userId" text, email text, region text, currency text,
          rate numeric, subtotal bigint, discount bigint, shipping bigint, tax bigint, "taxPercent" numeric, "taxIncluded" boolean,
          "shippingTax" bigint,
          total bigint, "baseTotal" bigint, "giftCardAmount" bigint, kind text, "offerCode" text, "offerId" text, "offerTitle" text, "returnDays" integer, "shippingAddress" jsonb, ${recordColumns(ORDER_FIELDS)},
          "paymentMethod" text, status text, "paymentStatus" text, "createdAt" timestamptz),
        (select number from (
           select c.number from unnest(${numbers}::text[]) with ordinality as c (number, place)
           where not exists (select from orders taken where taken.number = c.number) order by place offset 0
         ) free where pg_try_advisory_xact_lock(hashtextextended(number, 0)) limit 1) n
      on conflict (number) do nothing returning *
    ), lines as (
      select * from json_to_recordset(${sql.json(items)})
        as l (id text, "productId" text, name text, quantity integer, price bigint, amount bigint, discount bigint,
          "preorderDate" date, sample boolean)
    ),
    -- Its items.
    items as (
      insert into order_items (id, order_id, product_id, name, quantity, price, amount, discount, preorder_date, sample, formula_id)
      select l.id, placed.id, "productId", name, quantity, price, amount, l.discount, "preorderDate", l.sample,
        (select formula_id from product_labels where product_id = "productId")
      from placed, lines l
    ),
    -- Their stock: held until the payment succeeds, or sold. A trigger updates the levels.
    stock as (
      insert into stock_movements (product_id, change, reason, order_id, actor_id, created_at)
      select "productId", -quantity, ${stockReason}::text, placed.id, placed.user_id, placed.created_at from placed, lines
      where placed.kind = 'products' and "productId" <> 'prd_gift_wrap'
    ),
    -- The first entry of its history.
    history as (
      insert into order_steps (order_id, to_status, actor_id, actor, at)
      select id, status, ${placedBy ? sql`${placedBy}::text, 'admin'` : sql`user_id, 'shopper'`}, created_at from placed
    ),
    -- The open payment of a card order.
    payment as (
      insert into payments (id, order_id, provider, amount, currency, state, expires_at, network, link, capture, created_at)
      select p.id, placed.id, 'stripe', total_amount - gift_card_amount, currency, 'open', p."expiresAt", p.network, coalesce(p.link, false), coalesce(p.capture, 'automatic'), placed.created_at
      from placed, json_to_record(${payment && sql.json(payment)}) as p (id text, "expiresAt" timestamptz, network text, link boolean, capture text)
      where p.id is not null
    ),
    -- The use of its offer, which counts toward the offer's limits.
    offer_use as (
      insert into offer_uses (order_id, offer_id, user_id, at)
      select placed.id, placed.offer_id, placed.user_id, placed.created_at from placed where placed.offer_id is not null
    ),
    ${payWithGiftCards(giftCardPayments)}
    -- Where the visit came from.
    order_source as (
      insert into order_sources (order_id, source, medium, campaign, ref, referrer)
      select placed.id, s.source, s.medium, s.campaign, s.ref, s.referrer
      from placed, json_to_record(${source && sql.json(source)})
        as s (source text, medium text, campaign text, ref text, referrer text)
      where num_nonnulls(s.source, s.medium, s.campaign, s.ref, s.referrer) > 0
    ),
    -- The response that a repeated request gets.
    response as (
      update idempotency_keys set order_id = placed.id,
        response = jsonb_set(${sql.json(response)}::jsonb, '{number}', to_jsonb(placed.number))
      from placed where key_hash = ${keyHash}
    ),
    -- The cart, emptied for a test order.
    cart as (
      delete from cart_items using placed where cart_items.user_id = ${clearCartUserId}
    )
    -- The jobs that follow.
    select number, ${jobs.length ? sql`outbox_add(${jobRows(jobs)})` : sql`0`} as "jobCount" from placed`
}

/** The gift cards that pay a part of it. The caller has locked them. */
function payWithGiftCards(payments: OrderInputs['giftCardPayments']): Sql {
  if (!payments.length) return sql``
  const rows = payments.map((payment, index) => ({ ...payment, position: index + 1 }))
  return sql`
    payers as (
      select * from json_to_recordset(${sql.json(rows)}) as g ("giftCardId" text, amount bigint, position integer)
    ), gift_cards_used as (
      insert into order_gift_cards (order_id, gift_card_id, position, amount)
      select placed.id, "giftCardId", position, amount from placed, payers
    ), gift_cards_charged as (
      insert into gift_card_movements (gift_card_id, change, reason, order_id, actor_id, created_at, to_book)
      select "giftCardId", -amount, 'redeemed', placed.id, placed.user_id, placed.created_at, placed.payment_method = 'demo'
      from placed, payers order by "giftCardId"
    ),`
}
