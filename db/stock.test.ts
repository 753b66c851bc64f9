import { describe } from 'vitest'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import type { Connection } from './connection.ts'

const INSERT_MOVEMENT_SQL =
  'insert into stock_movements (product_id, change, reason, order_id) values ($1, $2, $3, $4)'

function stockLedger({ pool }: Connection, product: string) {
  return {
    move: (change: number, reason: string, order: string | null = null) =>
      pool.query(INSERT_MOVEMENT_SQL, [product, change, reason, order]),
    read: async () => {
      const { rows } = await pool.query(
        `select available, in_stock, (select sum(change)::int from stock_movements where product_id = $1) as ledger
         from stock_levels join products on id = product_id where product_id = $1`,
        [product],
      )
      return rows[0]
    },
  }
}

test('of fifty concurrent sales of twenty units, exactly twenty succeed', async ({ ctx, connection }) => {
  const { id } = await buildProduct(ctx, { stock: 20 })
  const { move, read } = stockLedger(connection, id)
  const sales = await Promise.allSettled(Array.from({ length: 50 }, () => move(-1, 'sold')))
  const violations = sales.flatMap((sale) => (sale.status === 'rejected' ? [sale.reason.constraint] : []))
  expect(violations).toEqual(Array(30).fill('stock_never_negative'))
  expect(await read()).toEqual({ available: 0, ledger: 0, in_stock: false })
})

test('after any concurrent movements, the stock level is the sum of the ledger', async ({
  ctx,
  connection,
}) => {
  const { id } = await buildProduct(ctx, { stock: 5 })
  const { move, read } = stockLedger(connection, id)
  const moves = Array.from({ length: 60 }, (_, at) => (at % 3 ? move(-2, 'held') : move(3, 'returned')))
  await Promise.allSettled(moves)
  const { available, ledger: ledgerTotal, in_stock } = await read()
  expect(available).toBe(ledgerTotal)
  expect(available).toBeGreaterThanOrEqual(0)
  expect(in_stock).toBe(available > 0)
})

test('a sale larger than the stock changes nothing', async ({ ctx, connection }) => {
  const { id } = await buildProduct(ctx, { stock: 3 })
  const { move, read } = stockLedger(connection, id)
  await expect(move(-4, 'sold')).rejects.toMatchObject({ constraint: 'stock_never_negative' })
  expect(await read()).toEqual({ available: 3, ledger: 3, in_stock: true })
})

test('a rolled back movement does not count', async ({ ctx, connection }) => {
  const { id } = await buildProduct(ctx, { stock: 3 })
  const client = await connection.pool.connect()
  await client.query('begin')
  await client.query(INSERT_MOVEMENT_SQL, [id, -3, 'sold', null])
  await client.query('rollback')
  client.release()
  expect(await stockLedger(connection, id).read()).toEqual({ available: 3, ledger: 3, in_stock: true })
})

test('one order moves one product once per reason, however often it is requested', async ({
  ctx,
  connection,
}) => {
  const { id } = await buildProduct(ctx, { stock: 20 })
  await connection.pool.query(
    `insert into orders (id, number, email, region, currency, rate, subtotal, shipping, tax, total_amount, base_total, shipping_address, payment_method)
     values ('ord_1', 'EB100001', 'a@example.com', 'US', 'usd', 1, 100, 0, 0, 100, 100, '{}', 'card')`,
  )
  const { move, read } = stockLedger(connection, id)
  const results = await Promise.allSettled([1, 2, 3].map(() => move(-2, 'held', 'ord_1')))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await move(2, 'released', 'ord_1')
  expect(await read()).toMatchObject({ available: 20 })
})

describe('the stock ledger', () => {
  test('is append-only', async ({ ctx, connection }) => {
    const { id } = await buildProduct(ctx, { stock: 3 })
    for (const statement of [
      'update stock_movements set change = 300',
      `update stock_movements set note = 'counted twice'`,
      'delete from stock_movements',
    ]) {
      await expect(connection.pool.query(statement)).rejects.toThrow(
        'stock_movements is written once and never changed',
      )
    }
    expect(await stockLedger(connection, id).read()).toMatchObject({ ledger: 3 })
  })

  test('rejects meaningless movements', async ({ ctx, connection }) => {
    const { id } = await buildProduct(ctx)
    const { move } = stockLedger(connection, id)
    await expect(move(0, 'counted')).rejects.toThrow('check constraint')
    await expect(move(1, 'found')).rejects.toThrow('check constraint')
    await expect(stockLedger(connection, 'prd_unknown').move(1, 'received')).rejects.toThrow('foreign key')
  })

  test('keeps a product with movements from being deleted', async ({ ctx, connection }) => {
    await buildProduct(ctx)
    await expect(connection.pool.query('delete from products')).rejects.toThrow('foreign key')
  })
})
