import { describe, expect, test } from 'vitest'
import { canFollow, type OrderStatus } from '#core/orders/order-status.ts'
import { type DiscountRule, quote, toBaseAmount } from '#core/pricing/quote.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import { DEFAULT_REGIONS } from '#core/regions/terms.ts'
import { SEEDED, seededDemo } from '#test/seeded-demo.ts'
import { REFUNDED_ORDERS } from './orders/plan-orders.ts'

const queryDemo = seededDemo()

describe('the demo’s orders', () => {
  type OrderLineRow = {
    productId: string
    quantity: number
    price: number
    unitAmount: number
    amount: number
    name: string
    currentName: string
  }
  type OrderRow = Record<'currency' | 'offer_code', string> & {
    region: RegionCode
    lines: OrderLineRow[]
    reduction: DiscountRule | null
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

  test('cost the quote of their lines', async () => {
    const orders = await queryDemo<OrderRow>(
      `select o.region, o.currency, o.rate::float, o.subtotal::int, o.discount::int, o.shipping::int, o.tax::int,
          o.total_amount::int, o.base_total::int, o.offer_code, f.minimum::int,
          (select p.amount::int from payments p where p.order_id = o.id and p.state in ('paid', 'refunded')) as paid,
          case when f.id is not null then jsonb_build_object('kind', f.kind, 'value', f.value) end as reduction,
          (select jsonb_agg(jsonb_build_object('productId', i.product_id, 'quantity', i.quantity, 'price', p.price,
            'unitAmount', i.price, 'amount', i.amount, 'discount', i.discount, 'name', i.name, 'currentName', p.name))
            from order_items i join products p on p.id = i.product_id where i.order_id = o.id and not i.sample) as lines
        from orders o left join offers f on f.code = o.offer_code`,
    )
    expect(orders).toHaveLength(156 + REFUNDED_ORDERS.length)
    for (const order of orders) {
      const expectedQuote = quote(order.lines, DEFAULT_REGIONS[order.region], order.reduction ?? undefined)
      expect(order).toMatchObject({
        currency: expectedQuote.currency,
        rate: expectedQuote.rate,
        subtotal: expectedQuote.subtotal,
        discount: expectedQuote.discount,
        shipping: expectedQuote.shipping,
        tax: expectedQuote.tax,
        total_amount: expectedQuote.total,
        base_total: toBaseAmount(expectedQuote.total, expectedQuote.rate),
        paid: expectedQuote.total,
        lines: expectedQuote.lines,
      })
      const cartSubtotal = order.lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
      if (order.offer_code) expect(cartSubtotal).toBeGreaterThanOrEqual(order.minimum)
      for (const { name, currentName } of order.lines) expect(name).toBe(currentName)
    }
    expect(new Set(orders.map(({ region }) => region)).size).toBe(4)
    expect(new Set(orders.map(({ offer_code }) => offer_code))).toEqual(
      new Set(['WELCOME10', 'SHELF15', null]),
    )
  })

  test('respect each code’s limit per customer', async () => {
    expect(
      await queryDemo(`select o.email from orders o join offers f on f.code = o.offer_code
        group by o.email, f.id having count(*) > f.customer_limit`),
    ).toEqual([])
  })

  test('count as uses of their codes, of which Grace can still use each', async () => {
    const ordered = `select o.id, f.id from orders o join offers f on f.code = o.offer_code`
    const used = 'select order_id, offer_id from offer_uses'
    expect(await queryDemo(`(${ordered} except ${used}) union all (${used} except ${ordered})`)).toEqual([])
    expect(
      await queryDemo(
        `select o.number from orders o join offers f on f.code = o.offer_code
          where o.email = 'grace@eternalbeauty.example' and f.customer_limit is not null`,
      ),
    ).toEqual([])
  })

  test('have only allowed status changes, in chronological order', async () => {
    const statusChanges = await queryDemo<{
      from: OrderStatus | null
      to: OrderStatus
      before: OrderStatus | null
      wait: number
    }>(
      `select from_status as from, to_status as to, lag(to_status) over mine as before,
          coalesce(extract(epoch from at - lag(at) over mine), extract(epoch from at - o.created_at))::float as wait
        from order_steps s join orders o on o.id = s.order_id window mine as (partition by order_id order by s.id)`,
    )
    for (const { from, to, before, wait } of statusChanges) {
      expect(from).toBe(before)
      if (from) expect(canFollow(from, to)).toBe(true)
      else expect({ to, wait }).toEqual({ to: 'pending', wait: 0 })
      expect(wait).toBeGreaterThanOrEqual(0)
    }
    expect(
      await queryDemo(`select o.number from orders o where o.status <>
        (select to_status from order_steps s where s.order_id = o.id order by s.id desc limit 1)`),
    ).toEqual([])
  })

  test('are newer than their buyers’ accounts and not in the future', async () => {
    expect(
      await queryDemo(`select o.number from orders o join profiles p on p.id = o.user_id
        where o.created_at <= p.created_at or o.email <> p.email or o.updated_at > '${SEEDED.toISOString()}'`),
    ).toEqual([])
    expect(await queryDemo(`select id from order_steps where at > '${SEEDED.toISOString()}'`)).toEqual([])
  })

  test('have ascending numbers, and only the newest are pending', async () => {
    const orders = await queryDemo<{ number: string; status: OrderStatus }>(
      'select number, status from orders order by created_at',
    )
    expect(orders.map(({ number }) => number)).toEqual(orders.map(({ number }) => number).sort())
    expect(orders.slice(-8).map(({ status }) => status)).toEqual(Array(8).fill('pending'))
  })

  test('give Grace orders with different statuses', async () => {
    const graceOrders = await queryDemo<{ status: OrderStatus; days: number }>(
      `select status, extract(epoch from '${SEEDED.toISOString()}' - created_at)::float / 86400 as days
        from orders where email = 'grace@eternalbeauty.example' order by created_at desc`,
    )
    expect(graceOrders.map(({ status }) => status)).toEqual([
      'pending',
      'shipped',
      'delivered',
      'delivered',
      'delivered',
      'delivered',
    ])
    expect(graceOrders[2]?.days).toBeLessThan(24)
    expect(
      await queryDemo(`select a.label, a.is_default from addresses a join profiles p on p.id = a.profile_id
        where p.email = 'grace@eternalbeauty.example'`),
    ).toEqual([{ label: 'Home', is_default: true }])
  })
})

test('the former store’s orders are older than the store, of one customer, and count nowhere', async () => {
  const [imported] = await queryDemo(
    `select count(*)::int, array_agg(distinct email) as emails,
      max(placed_at) < (select min(created_at) from orders) as "areOlder" from imported_orders`,
  )
  expect(imported).toEqual({ count: 3, emails: ['grace@eternalbeauty.example'], areOlder: true })
})
