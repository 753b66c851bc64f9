import { describe, expect, test } from 'vitest'
import { SEEDED, seededDemo } from '#test/seeded-demo.ts'
import { REFUNDED_ORDERS } from './orders/plan-orders.ts'
import { catalog } from './products/catalog.ts'

const queryDemo = seededDemo()
const SALES = 156 + REFUNDED_ORDERS.length

describe('the stock of the demo', () => {
  test('matches the catalog and the ledger', async () => {
    const stockRows = await queryDemo<{ slug: string; available: number; ledger: number; in_stock: boolean }>(
      // The requested exchange holds a unit.
      `select p.slug, (s.available - coalesce((select sum(change) from stock_movements m
            where m.product_id = p.id and m.order_id is null and m.reason = 'held'), 0))::int as available, p.in_stock,
          (select sum(change)::int from stock_movements m
            where m.product_id = p.id and (m.order_id is not null or m.reason <> 'held')) as ledger
        from products p join stock_levels s on s.product_id = p.id
        where p.id not in (select product_id from samples) order by p.slug collate "C"`,
    )
    const expectedRows = catalog.map(({ slug, stock }) => ({
      slug,
      available: stock,
      ledger: stock,
      in_stock: true,
    }))
    expect(stockRows).toEqual(expectedRows.sort((one, other) => (one.slug < other.slug ? -1 : 1)))
  })

  test('was held and then reduced by exactly the ordered quantities', async () => {
    const ordered = 'select order_id, product_id, -quantity from order_items'
    for (const [reason, change] of [
      ['held', 'change'],
      ['released', '-change'],
      ['sold', 'change'],
    ]) {
      const moved = `select order_id, product_id, ${change} from stock_movements where reason = '${reason}' and order_id is not null`
      expect(
        await queryDemo(`(${ordered} except all ${moved}) union all (${moved} except all ${ordered})`),
      ).toEqual([])
    }
    expect(
      await queryDemo(
        `select from stock_movements m left join orders o on o.id = m.order_id
          where reason not in ('received', 'held', 'released', 'sold') and (reason <> 'returned' or o.status <> 'cancelled')`,
      ),
    ).toEqual([])
  })

  test('was never negative', async () => {
    const runningTotal = 'sum(change) over (partition by product_id order by id) as level'
    expect(
      await queryDemo(`select from (select ${runningTotal} from stock_movements) s where level < 0`),
    ).toEqual([])
  })

  test('has reviews only from customers who had received the product', async () => {
    const reviews = catalog.flatMap((product) => product.reviews)
    expect(await queryDemo('select id from reviews')).toHaveLength(reviews.length)
    expect(
      await queryDemo(`select r.title from reviews r where not exists (
        select from orders o join order_items i on i.order_id = o.id join order_steps s on s.order_id = o.id
        where o.user_id = r.profile_id and i.product_id = r.product_id
          and s.to_status = 'delivered' and s.at < r.created_at)`),
    ).toEqual([])
  })
})

describe('the refunds of the demo', () => {
  test('are a cancellation, a partial refund, and a lost dispute, each booked', async () => {
    expect(
      await queryDemo(`select r.reason, o.status, o.payment_status, r.amount = o.total_amount as whole
        from refunds r join orders o on o.id = r.order_id join accounting a on a.cause = 'refund:' || r.id
        where r.state = 'done' order by r.reason`),
    ).toEqual([
      { reason: 'cancelled', status: 'cancelled', payment_status: 'refunded', whole: true },
      { reason: 'disputed', status: 'refunded', payment_status: 'refunded', whole: true },
      { reason: 'refunded', status: 'delivered', payment_status: 'paid', whole: false },
    ])
    expect(await queryDemo("select from refunds where state <> 'done' or done_at < created_at")).toEqual([])
  })

  test('include one dispute that was won and one that was lost', async () => {
    expect(
      await queryDemo(`select d.state, o.status from disputes d join orders o on o.id = d.order_id
        where closed_at > opened_at order by 1`),
    ).toEqual([
      { state: 'lost', status: 'refunded' },
      { state: 'won', status: 'delivered' },
    ])
  })
})

describe('the books of the demo', () => {
  test('balance in every currency and in US cents', async () => {
    const sums = await queryDemo<{ currency: string; amount: number; base: number }>(
      `select e.currency, sum(l.amount)::int as amount, sum(l.base_amount)::int as base
        from accounting e join accounting_lines l on l.entry_id = e.id group by e.currency order by 1`,
    )
    expect(sums).toEqual(['cad', 'gbp', 'inr', 'usd'].map((currency) => ({ currency, amount: 0, base: 0 })))
  })

  test('number every sale’s invoice in the order of payment', async () => {
    expect(
      await queryDemo(
        "select count(*)::int as count, max(number)::int as last from invoices where kind = 'invoice'",
      ),
    ).toEqual([{ count: SALES, last: SALES }])
    expect(
      await queryDemo(`select number from (select number, issued_at, lag(issued_at) over (order by number) as before
        from invoices where kind = 'invoice') i
        where issued_at < before`),
    ).toEqual([])
  })

  test('have the fee of every payment, and what the provider has not paid out yet', async () => {
    expect(
      await queryDemo(`select p.id from payments p where state in ('paid', 'refunded') and amount > 0 and not exists (
        select from provider_transactions t join accounting a on a.cause = 'balance:' || t.id || ':0'
        where t.payment_id = p.id and t.source = 'charge' and a.kind = 'fee' and a.order_id = p.order_id)`),
    ).toEqual([])
    const [clearing] = await queryDemo<{ booked: number; pending: number; disputed: number }>(`select
      (select sum(base_amount)::int from accounting_lines where account = 'card_clearing') as booked,
      (select sum(amount - fee)::int from provider_transactions where payout_id is null and source <> 'payout') as pending,
      (select -coalesce(sum(t.amount), 0)::int from provider_transactions t join disputes d on d.id = t.dispute_id
        where d.state = 'open' and t.source = 'dispute') as disputed`)
    // What an open dispute took is booked once it is lost. Refunds in other currencies are rounded on their own.
    const { booked = 0, pending = 0, disputed = 0 } = clearing ?? {}
    expect(Math.abs(booked - disputed - pending)).toBeLessThan(3)
    expect(await queryDemo('select from provider_transactions where unmatched or to_book')).toEqual([])
  })

  test('book the owner’s deposit as capital', async () => {
    expect(
      await queryDemo(`select amount::int as amount from accounting_lines where account = 'owners_capital'`),
    ).toEqual([{ amount: -2_500_000 }])
  })

  test('record one card sale per order for the amount paid', async () => {
    expect(
      await queryDemo(`select o.number from orders o
        left join accounting e on e.order_id = o.id and e.kind = 'sale' and e.cause = 'sale:' || o.id
        left join accounting_lines l on l.entry_id = e.id and l.account = 'card_clearing'
        where l.amount is distinct from o.total_amount or l.base_amount is distinct from o.base_total
          or e.amount <> o.total_amount or e.currency <> o.currency or e.description <> 'Order #' || o.number`),
    ).toEqual([])
    const [kinds] = await queryDemo(`select count(*) filter (where kind = 'sale')::int as sales,
      count(*) filter (where kind = 'manual' and currency = 'usd' and created_by is not null)::int as manual,
      count(*) filter (where entry_date > '${SEEDED.toISOString()}')::int as ahead from accounting`)
    expect(kinds).toEqual({ sales: SALES, manual: 12, ahead: 0 })
  })
})
