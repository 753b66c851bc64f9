import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mayFollow, type OrderStatus } from '#core/orders/order-status.ts'
import { inBase, quote, type Reduction } from '#core/pricing/quote.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import { catalogue } from './catalogue.ts'
import { type FreshDatabase, freshDatabase } from './fresh-database.ts'
import { seedDemo } from './seed.ts'

const now = new Date('2026-11-20T13:07:00Z')
let demo: FreshDatabase

beforeAll(async () => {
  demo = await freshDatabase()
  const passwords = { admin: 'beauty-admin', customer: 'beauty-grace' }
  await seedDemo(demo.url, { adminEmail: 'admin@eternalbeauty.example', passwords, now })
})
afterAll(() => demo.drop())

async function ask<Row extends object>(query: string): Promise<Row[]> {
  const { rows } = await demo.client.query<Row>(query)
  return rows
}

describe('the orders of the demo', () => {
  type Line = {
    productId: string
    quantity: number
    price: number
    unitAmount: number
    amount: number
    name: string
    was: string
  }
  type Order = Record<'currency' | 'offer_code', string> & {
    region: RegionCode
    lines: Line[]
    reduction: Reduction | null
  } & Record<
      | 'rate'
      | 'subtotal'
      | 'discount'
      | 'shipping'
      | 'tax'
      | 'total_amount'
      | 'base_total'
      | 'minimum'
      | 'paid',
      number
    >

  test('cost what the quote of their lines says', async () => {
    const orders = await ask<Order>(
      `select o.region, o.currency, o.rate::float, o.subtotal::int, o.discount::int, o.shipping::int, o.tax::int,
          o.total_amount::int, o.base_total::int, o.offer_code, f.minimum::int,
          (select p.amount::int from payments p where p.order_id = o.id and p.state = 'paid') as paid,
          case when f.id is not null then jsonb_build_object('kind', f.kind, 'value', f.value) end as reduction,
          (select jsonb_agg(jsonb_build_object('productId', i.product_id, 'quantity', i.quantity, 'price', p.price,
            'unitAmount', i.price, 'amount', i.amount, 'name', i.name, 'was', p.name))
            from order_items i join products p on p.id = i.product_id where i.order_id = o.id) as lines
        from orders o left join offers f on f.code = o.offer_code`,
    )
    expect(orders).toHaveLength(156)
    for (const order of orders) {
      const due = quote(order.lines, order.region, order.reduction ?? undefined)
      expect(order).toMatchObject({
        currency: due.currency,
        rate: due.rate,
        subtotal: due.subtotal,
        discount: due.discount,
        shipping: due.shipping,
        tax: due.tax,
        total_amount: due.total,
        base_total: inBase(due.total, order.region),
        paid: due.total,
        lines: due.lines,
      })
      const basket = order.lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
      if (order.offer_code) expect(basket).toBeGreaterThanOrEqual(order.minimum)
      for (const { name, was } of order.lines) expect(name).toBe(was)
    }
    expect(new Set(orders.map(({ region }) => region)).size).toBe(4)
    expect(new Set(orders.map(({ offer_code }) => offer_code))).toEqual(
      new Set(['WELCOME10', 'SHELF15', null]),
    )
  })

  test('use no code more often than a customer may', async () => {
    expect(
      await ask(`select o.email from orders o join offers f on f.code = o.offer_code
        group by o.email, f.id having count(*) > f.customer_limit`),
    ).toEqual([])
  })

  test('moved only as orders may, in time, to where they stand', async () => {
    const moves = await ask<{
      from: OrderStatus | null
      to: OrderStatus
      before: OrderStatus | null
      wait: number
    }>(
      `select from_status as from, to_status as to, lag(to_status) over mine as before,
          coalesce(extract(epoch from at - lag(at) over mine), extract(epoch from at - o.created_at))::float as wait
        from order_steps s join orders o on o.id = s.order_id window mine as (partition by order_id order by s.id)`,
    )
    for (const { from, to, before, wait } of moves) {
      expect(from).toBe(before)
      if (from) expect(mayFollow(from, to)).toBe(true)
      else expect({ to, wait }).toEqual({ to: 'pending', wait: 0 })
      expect(wait).toBeGreaterThanOrEqual(0)
    }
    expect(
      await ask(`select o.number from orders o where o.status <>
        (select to_status from order_steps s where s.order_id = o.id order by s.id desc limit 1)`),
    ).toEqual([])
  })

  test('happened after their buyers signed up, and not in the future', async () => {
    expect(
      await ask(`select o.number from orders o join profiles p on p.id = o.user_id
        where o.created_at <= p.created_at or o.email <> p.email or o.updated_at > '${now.toISOString()}'`),
    ).toEqual([])
    expect(await ask(`select id from order_steps where at > '${now.toISOString()}'`)).toEqual([])
  })

  test('have numbers that rise, and wait to be packed only when they are the newest', async () => {
    const orders = await ask<{ number: string; status: OrderStatus }>(
      'select number, status from orders order by created_at',
    )
    expect(orders.map(({ number }) => number)).toEqual(orders.map(({ number }) => number).sort())
    expect(orders.slice(-8).map(({ status }) => status)).toEqual(Array(8).fill('pending'))
  })

  test('leave Grace something to look at', async () => {
    const mine = await ask<{ status: OrderStatus; days: number }>(
      `select status, extract(epoch from '${now.toISOString()}' - created_at)::float / 86400 as days
        from orders where email = 'grace@eternalbeauty.example' order by created_at desc`,
    )
    expect(mine.map(({ status }) => status)).toEqual([
      'pending',
      'shipped',
      'delivered',
      'delivered',
      'delivered',
      'delivered',
    ])
    expect(mine[2]?.days).toBeLessThan(24)
    expect(
      await ask(`select a.label, a.is_default from addresses a join profiles p on p.id = a.profile_id
        where p.email = 'grace@eternalbeauty.example'`),
    ).toEqual([{ label: 'Home', is_default: true }])
  })
})

describe('the shelves of the demo', () => {
  test('hold what the catalogue says, and the ledger says the same', async () => {
    const shelf = await ask<{ slug: string; available: number; ledger: number; in_stock: boolean }>(
      `select p.slug, s.available, p.in_stock,
          (select sum(change)::int from stock_movements m where m.product_id = p.id) as ledger
        from products p join stock_levels s on s.product_id = p.id order by p.created_at desc, p.id desc`,
    )
    const wanted = catalogue.map(({ slug, stock }) => ({
      slug,
      available: stock,
      ledger: stock,
      in_stock: true,
    }))
    expect(shelf).toEqual(wanted)
  })

  test('gave out exactly what was ordered', async () => {
    expect(
      await ask(`select i.id from order_items i full join stock_movements m
          on m.order_id = i.order_id and m.product_id = i.product_id and m.reason = 'sold'
        where (m.order_id is not null or i.id is not null) and m.change is distinct from -i.quantity
          and m.reason is distinct from 'received'`),
    ).toEqual([])
  })

  test('are reviewed only by those who had the product by then', async () => {
    const reviews = catalogue.flatMap((product) => product.reviews)
    expect(await ask('select id from reviews')).toHaveLength(reviews.length)
    expect(
      await ask(`select r.title from reviews r where not exists (
        select from orders o join order_items i on i.order_id = o.id join order_steps s on s.order_id = o.id
        where o.user_id = r.profile_id and i.product_id = r.product_id
          and s.to_status = 'delivered' and s.at < r.created_at)`),
    ).toEqual([])
  })
})

describe('the books of the demo', () => {
  test('balance, in every currency and in US cents', async () => {
    const sums = await ask<{ currency: string; amount: number; base: number }>(
      `select e.currency, sum(l.amount)::int as amount, sum(l.base_amount)::int as base
        from accounting e join accounting_lines l on l.entry_id = e.id group by e.currency order by 1`,
    )
    expect(sums).toEqual(['cad', 'gbp', 'inr', 'usd'].map((currency) => ({ currency, amount: 0, base: 0 })))
  })

  test('claim from the card what was paid, once for each order', async () => {
    expect(
      await ask(`select o.number from orders o
        left join accounting e on e.order_id = o.id and e.kind = 'sale' and e.cause = 'sale:' || o.id
        left join accounting_lines l on l.entry_id = e.id and l.account = 'card_clearing'
        where l.amount is distinct from o.total_amount or l.base_amount is distinct from o.base_total
          or e.amount <> o.total_amount or e.currency <> o.currency or e.description <> 'Order #' || o.number`),
    ).toEqual([])
    const [kinds] = await ask(`select count(*) filter (where kind = 'sale')::int as sales,
      count(*) filter (where kind = 'manual' and currency = 'usd' and created_by is not null)::int as manual,
      count(*) filter (where entry_date > '${now.toISOString()}')::int as ahead from accounting`)
    expect(kinds).toEqual({ sales: 156, manual: 12, ahead: 0 })
  })
})
