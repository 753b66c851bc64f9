import fc from 'fast-check'
import { buildAccount, ownerActor } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import type { Context } from '../context.ts'
import { getDashboardNumbers } from './dashboard.server.ts'
import { findSalesBetween, findTotalSales, foldTallies } from './sales.server.ts'

const NOW = new Date('2026-11-20T13:07:21.345Z')
const EDGES = [60, 30, 7, 1, 0].map((days) => new Date(NOW.getTime() - days * 24 * 3_600_000))
/** Whose hours are summed and not read. */
const FULL_HOURS = ['2026-11-13T13:00Z', '2026-11-19T12:00Z', '2026-11-20T13:00Z'].map(
  (hour) => new Date(new Date(hour).getTime() - 1),
)
const COUNTS = `(payment_status = 'paid' or payment_method = 'demo')`

/** Edge cases of the sums: at an edge, one millisecond off, on the hour, and beyond it. */
const timestamp = fc
  .tuple(
    fc.constantFrom(...EDGES),
    fc.constantFrom(0, 1, -1, 59_999, -3_600_000, 452_655, -441_345, -441_346, 5_000_000),
  )
  .map(([edge, shift]) => new Date(edge.getTime() + shift))
const email = fc.constantFrom('ada@orchard.example', 'grace@orchard.example', 'mary@orchard.example')
const payment = fc.constantFrom('pending', 'paid', 'failed', 'refunded')
const operationArbitrary = fc.oneof(
  fc.record({
    do: fc.constant('buy' as const),
    createdAt: timestamp,
    email,
    paymentStatus: fc.constantFrom('pending', 'paid') as fc.Arbitrary<'pending' | 'paid'>,
    paymentMethod: fc.constantFrom('card', 'demo') as fc.Arbitrary<'card' | 'demo'>,
    region: fc.constantFrom('US', 'IN') as fc.Arbitrary<'US' | 'IN'>,
  }),
  fc.record({ do: fc.constant('move' as const), nth: fc.nat(20), payment }),
  fc.record({ do: fc.constant('rename' as const), nth: fc.nat(20), email }),
  fc.record({
    do: fc.constant('redeem' as const),
    nth: fc.nat(20),
    code: fc.constantFrom(null, 'SPRING', 'AUTUMN'),
  }),
  fc.record({ do: fc.constant('cancel' as const), nth: fc.nat(20) }),
  fc.record({ do: fc.constant('delete' as const), nth: fc.nat(20) }),
  fc.record({ do: fc.constant('fold' as const) }),
)

test('running totals match the orders after any sequence of purchases, payments, and deletions', async ({
  ctx,
  connection: { pool },
  owner,
}) => {
  const lines = [{ productId: (await buildProduct(ctx)).id, quantity: 1 }]
  const nth = `(select id from orders order by id offset $1 % greatest(1, (select count(*) from orders)) limit 1)`
  await fc.assert(
    fc.asyncProperty(fc.array(operationArbitrary, { minLength: 5, maxLength: 25 }), async (operations) => {
      await owner.query('truncate orders cascade')
      for (const operation of operations) {
        if (operation.do === 'buy') {
          const { do: _, ...order } = operation
          await buildOrder(ctx, { ...order, lines })
        }
        if (operation.do === 'fold') await foldTallies(ctx.db)
        if (operation.do === 'move')
          await pool.query(`update orders set payment_status = $2 where id = ${nth}`, [
            operation.nth,
            operation.payment,
          ])
        if (operation.do === 'rename')
          await pool.query(`update orders set email = $2 where id = ${nth}`, [operation.nth, operation.email])
        if (operation.do === 'redeem')
          await pool.query(`update orders set offer_code = $2 where id = ${nth}`, [
            operation.nth,
            operation.code,
          ])
        if (operation.do === 'cancel')
          await pool.query(`update orders set status = 'cancelled' where id = ${nth}`, [operation.nth])
        if (operation.do === 'delete')
          await pool.query(`delete from orders where id = ${nth}`, [operation.nth])
      }
      await expectMatchingTotals(ctx, pool)
      await owner.query('select tallies_rebuild()')
      await expectMatchingTotals(ctx, pool)
    }),
    { numRuns: 25 },
  )
})

type Pool = { query(sql: string, values?: unknown[]): Promise<{ rows: object[] }> }

async function expectMatchingTotals({ db }: Context, pool: Pool): Promise<void> {
  const sums = `count(*)::int as orders, coalesce(sum(base_total) filter (where payment_status = 'paid'), 0)::bigint as revenue`
  const [totals] = (await pool.query(`select ${sums} from orders where ${COUNTS}`)).rows
  expect(await findTotalSales(db)).toEqual(totals)
  for (const edges of [EDGES, FULL_HOURS]) await expectMatchingSpans(db, pool, edges, sums)
  const { rows: buyers } = await pool.query('select * from buyers order by email')
  const { rows: expected } = await pool.query(
    `select email, min(created_at) as first_at, max(created_at) as last_at from orders where ${COUNTS} group by email order by email`,
  )
  expect(buyers).toEqual(expected)
  const { rows: uses } = await pool.query(
    `select code, tally('offer ' || code)::int as counted, (select count(*)::int from orders
       where offer_code = code and status <> 'cancelled' and ${COUNTS}) as orders
     from unnest(array['SPRING', 'AUTUMN']) as code`,
  )
  for (const { counted, orders } of uses as { counted: number; orders: number }[])
    expect(counted).toBe(orders)
}

async function expectMatchingSpans(
  db: Context['db'],
  pool: Pool,
  edges: Date[],
  sums: string,
): Promise<void> {
  const { rows: spans } = await pool.query(
    `select nth::int as span, region, ${sums}, (count(*) filter (where payment_status = 'paid'))::int as paid
     from orders, (select nth - 1 as nth, after, lead(after) over (order by nth) as until
       from unnest($1::timestamptz[]) with ordinality as e (after, nth)) span
     where ${COUNTS} and created_at > after and created_at <= until group by 1, 2 order by 1, 2`,
    [edges],
  )
  const sales = await findSalesBetween(db, edges)
  expect(sales.filter(({ orders, revenue }) => orders || revenue)).toEqual(spans)
}

test('no order is read for days that start on the hour', async ({ ctx, connection: { pool } }) => {
  await pool.query(`insert into sales_changes (hour, region, orders, paid, revenue)
    values ('2019-05-01T23:00Z', 'US', 7, 7, 700), ('2019-05-02T00:00Z', 'US', 2, 2, 200)`)
  const edges = ['2019-05-01', '2019-05-02', '2019-05-03'].map((day) => new Date(Date.parse(day) - 1))
  expect(await findSalesBetween(ctx.db, edges)).toMatchObject([
    { span: 0, orders: 7 },
    { span: 1, orders: 2 },
  ])
  await pool.query('delete from sales_changes where hour < $1', [new Date('2019-06-01')])
})

test('forty concurrent payments and refunds are all counted without blocking while sums are folded', async ({
  ctx,
  connection: { pool },
  owner,
}) => {
  await owner.query('truncate orders cascade')
  const lines = [{ productId: (await buildProduct(ctx)).id, quantity: 1 }]
  const orders = await Promise.all(
    Array.from({ length: 40 }, (_, nth) =>
      buildOrder(ctx, {
        lines,
        createdAt: NOW,
        email: `buyer${nth % 20}@orchard.example`,
        paymentStatus: 'pending',
      }),
    ),
  )
  // An open transaction must not block other payments.
  const slowClient = await pool.connect()
  await slowClient.query('begin')
  await slowClient.query(`update orders set payment_status = 'paid' where id = $1`, [orders[0]?.id])
  const others = orders.slice(1).filter(({ email }) => email !== 'buyer0@orchard.example')
  const pay = ({ id }: { id: string }) =>
    pool.query(`update orders set payment_status = 'paid' where id = $1`, [id])
  await Promise.all([...others.map(pay), foldTallies(ctx.db), foldTallies(ctx.db)])
  await slowClient.query('commit')
  slowClient.release()
  const refund = ({ id }: { id: string }) =>
    pool.query(`update orders set payment_status = 'refunded' where id = $1`, [id])
  await Promise.all([...others.slice(0, 20).map(refund), foldTallies(ctx.db), ...orders.slice(20).map(pay)])
  await expectMatchingTotals(ctx, pool)
})

test('customer and product counts follow every change', async ({ ctx, connection: { pool } }) => {
  const expected = async () => {
    const { rows } = await pool.query(
      `select (select count(*)::int from profiles p join auth_users u on u.id = p.id where p.role = 'user' and u.email_verified) as customers,
        (select count(*)::int from products where status = 'published') as products`,
    )
    const { customers, products } = await getDashboardNumbers({ ...ctx, actor: ownerActor })
    expect({ customers, products }).toEqual(rows[0])
  }
  await buildAccount(ctx.db, { role: 'admin' })
  const unconfirmed = await buildAccount(ctx.db, { confirmed: false })
  const grace = await buildAccount(ctx.db)
  const ada = await buildAccount(ctx.db, { role: 'admin' })
  const balm = await buildProduct(ctx)
  await buildProduct(ctx, { status: 'draft' })
  await expected()
  const changes: [string, string][] = [
    ['update auth_users set email_verified = true where id = $1', unconfirmed.id],
    [`update profiles set role = 'user' where id = $1`, ada.id],
    [`update profiles set role = 'admin' where id = $1`, grace.id],
    [`update products set status = 'archived' where id = $1`, balm.id],
    ['delete from auth_users where id = $1', ada.id],
    ['delete from profiles where id = $1', unconfirmed.id],
    ['delete from auth_users where id = $1', unconfirmed.id],
    [`update profiles set role = 'user' where id = $1`, grace.id],
    ['update auth_users set email_verified = false where id = $1', grace.id],
  ]
  for (const [sql, id] of changes) {
    await pool.query(sql, [id])
    await expected()
  }
  await foldTallies(ctx.db)
  await expected()
})
