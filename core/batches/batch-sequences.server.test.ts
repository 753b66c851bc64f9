import fc from 'fast-check'
import { adjustStock } from '#core/catalog/stock.server.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { shipOrder } from '#core/orders/admin/ship-orders.server.ts'
import { readOrder } from '#core/orders/find-order.server.ts'
import { releaseHolds, restockItems, restockRemaining } from '#core/orders/order-stock.server.ts'
import { updateOrderStatus } from '#core/orders/update-order-status.server.ts'
import { violates } from '#db/database-error.ts'
import { execute } from '#db/sql.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import { assignForPacking } from './assign-batches.server.ts'
import { findBalance, findStatus, setStatus } from './batches.fixture.ts'
import { listBatches } from './batches.server.ts'
import { recallBatch } from './recall/recall-batch.server.ts'
import { findNumberedBatch, receiveBatch } from './receive-batch.server.ts'

const EXPIRES = { A: '2020-01-01', B: '2099-01-01', C: null, D: '2098-01-01' } as const
const number = fc.constantFrom('A', 'B', 'C', 'D')
/** Most sequences then have orders of batches. */
const START: Step[] = [
  { do: 'receive a batch', number: 'B', units: 5 },
  { do: 'sell', units: 3 },
  { do: 'sell', units: 2 },
]
const units = fc.integer({ min: 1, max: 6 })
const change = fc.integer({ min: -3, max: 4 }).filter((units) => units !== 0)
const ORDER_STEPS = [
  ...(['print', 'pack', 'ship', 'undo shipping', 'cancel', 'refund unpacked', 'restock one'] as const),
]

const step = fc.oneof(
  { arbitrary: fc.record({ do: fc.constant('receive a batch' as const), number, units }), weight: 2 },
  { arbitrary: fc.record({ do: fc.constant('receive without a number' as const), units }), weight: 1 },
  { arbitrary: fc.record({ do: fc.constant('count' as const), units: change }), weight: 1 },
  { arbitrary: fc.record({ do: fc.constant('count a batch' as const), number, units: change }), weight: 1 },
  { arbitrary: fc.record({ do: fc.constantFrom(...(['sell', 'hold'] as const)), units }), weight: 2 },
  { arbitrary: fc.record({ do: fc.constant('recall' as const), number }), weight: 1 },
  { arbitrary: fc.record({ do: fc.constantFrom(...ORDER_STEPS), which: fc.nat(3) }), weight: 9 },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

type Shop = { admin: Context; productId: string; orders: string[] }

test('after any sequence of receipts, counts, sales, returns, and recalls, batches have the units that stock has', async ({
  admin,
}) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 16 }), async (steps) => {
      const { id: productId } = await buildProduct(admin, { stock: 3 })
      const shop: Shop = { admin, productId, orders: [] }
      for (const next of [...START, ...steps]) {
        await runStep(shop, next).catch(ignoreRefusal)
        await expectBalance(shop)
      }
    }),
    { numRuns: 40, includeErrorInReport: true },
  )
}, 120_000)

async function expectBalance({ admin, productId }: Shop): Promise<void> {
  const { available, open, remaining, toWithdraw } = await findBalance(admin.db, productId)
  const { rows } = await listBatches(admin, { scope: productId })
  if (!rows.length) return
  expect(remaining + toWithdraw).toBe(available + open)
  expect(toWithdraw > 0 && available > 0, 'recalled units leave stock as soon as it has any').toBe(false)
  for (const batch of rows) if (batch.recalledAt) expect(batch.remaining).toBe(0)
}

function ignoreRefusal(error: unknown): void {
  const isExpected = error instanceof Refusal || violates(error, 'stock_never_negative')
  if (!isExpected && !violates(error, 'stock_returned_once')) throw error
}

async function runStep(shop: Shop, next: Step): Promise<void> {
  const { admin, productId, orders } = shop
  const { db } = admin
  const batchOf = (name: string) => findNumberedBatch(db, productId, name)
  const counted = (units: number) => ({ change: units, reason: 'counted' as const })
  switch (next.do) {
    case 'receive a batch':
      await receiveBatch(admin, {
        productId,
        number: next.number,
        expiresOn: EXPIRES[next.number],
        quantity: next.units,
      })
      return
    case 'receive without a number':
      await adjustStock(admin, productId, { change: next.units, reason: 'received' })
      return
    case 'count':
      await adjustStock(admin, productId, counted(next.units))
      return
    case 'count a batch':
      await adjustStock(admin, productId, counted(next.units), () => batchOf(next.number))
      return
    case 'sell':
    case 'hold':
      orders.push(await placeOrder(shop, next))
      return
    case 'recall':
      await recallBatch(admin, await batchOf(next.number), { reason: 'A test' })
      return
    default:
      await changeOrder(shop, next.do, orders[next.which % Math.max(1, orders.length)])
  }
}

async function placeOrder(
  { admin, productId }: Shop,
  { do: way, units }: { do: 'sell' | 'hold'; units: number },
) {
  const { id } = await buildOrder(admin, {
    lines: [{ productId, quantity: units }],
    paymentStatus: way === 'sell' ? 'paid' : 'pending',
  })
  await execute(admin.db)`
    insert into stock_movements (product_id, change, reason, order_id)
    values (${productId}, ${-units}, ${way === 'sell' ? 'sold' : 'held'}, ${id})`
  return id
}

type OrderStep = Extract<Step, { which: number }>['do']

async function changeOrder({ admin, productId }: Shop, change: OrderStep, id?: string): Promise<void> {
  const { db, now: at } = admin
  const order = id && (await readOrder(db, id))
  if (!order) return
  const isOpen = order.status === 'pending' || order.status === 'processing'
  const isPaid = order.paymentStatus === 'paid'
  if (change === 'print') await assignForPacking(admin, [order.id])
  if (change === 'pack') await updateOrderStatus(admin, order.id, { to: 'processing' })
  if (change === 'ship') await shipOrder(admin, order.id)
  if (change === 'undo shipping' && order.status === 'shipped') await setStatus(db, order.id, 'processing')
  if (change === 'cancel' && isOpen)
    await db.transaction(async (tx) => {
      if (isPaid) await restockRemaining(tx, order.id, { cause: 'cancelled', at })
      await setStatus(tx, order.id, 'cancelled')
      if (!isPaid) await releaseHolds(tx, [order.id], at)
    })
  if (change === 'refund unpacked' && order.status === 'processing') await setStatus(db, order.id, 'refunded')
  if (change === 'restock one' && isPaid && (await findStatus(db, order.id)) !== 'cancelled')
    await restockItems(db, {
      orderId: order.id,
      items: [{ productId, quantity: 1 }],
      cause: crypto.randomUUID(),
      at,
    })
}
