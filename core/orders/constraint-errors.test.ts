import { isDeadlockError } from '#db/database-error.ts'
import { execute } from '#db/sql.ts'
import { buildAccount } from '#test/accounts.ts'
import { buildOrder, buildPayment, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import type { Context } from '../context.ts'
import { requestRefund } from '../payments/refunds.server.ts'
import {
  isBlockedCustomerError,
  isOutOfStockError,
  isOverRefundError,
  isOverReturnError,
} from './constraint-errors.ts'
import { restockItems, sellStock } from './order-stock.server.ts'

const CHECKS = { isBlockedCustomerError, isOutOfStockError, isOverRefundError, isOverReturnError }

/** The names of the checks that recognize this error of the real database. */
async function recognizedBy(failing: Promise<unknown>): Promise<string[]> {
  const error = await failing.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return Object.entries(CHECKS).flatMap(([name, recognizes]) => (recognizes(error) ? [name] : []))
}

test('each limit of the database is recognized by its own name', async ({ ctx }) => {
  const { id: productId } = await buildProduct(ctx, { stock: 1 })
  const { id: orderId } = await buildOrder(ctx, { lines: [{ productId, quantity: 2 }] })
  expect(await recognizedBy(sellStock(ctx.db, orderId, ctx.now))).toEqual(['isOutOfStockError'])
  const items = [{ productId, quantity: 1 }]
  expect(await recognizedBy(restockItems(ctx.db, { orderId, items, cause: 'x', at: ctx.now }))).toEqual([
    'isOverReturnError',
  ])
  const payment = await buildPayment(ctx)
  const refund = {
    orderId: payment.orderId,
    paymentId: payment.id,
    reason: 'refunded',
    actorId: null,
    at: ctx.now,
  } as const
  expect(
    await recognizedBy(requestRefund(ctx.db, { ...refund, amount: 4801, cause: `a${payment.id}` })),
  ).toEqual(['isOverRefundError'])
  const lines = [{ productId, quantity: 1 }]
  expect(
    await recognizedBy(requestRefund(ctx.db, { ...refund, amount: 1, lines, cause: `b${payment.id}` })),
  ).toEqual(['isOverRefundError'])
})

test('an order of a blocked customer is recognized, also as a guest with their address', async ({ ctx }) => {
  const { id, email } = await buildAccount(ctx.db)
  await execute(ctx.db)`update profiles set blocked_at = now() where id = ${id}`
  expect(await recognizedBy(buildOrder(ctx, { email }))).toEqual(['isBlockedCustomerError'])
})

test('two transactions that wait for each other are recognized as a deadlock', async ({ ctx }) => {
  const [first, second] = [await buildOrder(ctx), await buildOrder(ctx)]
  const locked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const lock = (db: Context['db'], id: string) =>
    execute(db)`select id from orders where id = ${id} for update`
  const outcomes = await Promise.allSettled([
    ctx.db.transaction(async (tx) => {
      await lock(tx, first.id)
      locked[0].resolve()
      await locked[1].promise
      await lock(tx, second.id)
    }),
    ctx.db.transaction(async (tx) => {
      await lock(tx, second.id)
      locked[1].resolve()
      await locked[0].promise
      await lock(tx, first.id)
    }),
  ])
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(errors.map(isDeadlockError)).toEqual([true])
})

test('anything else is not a limit of the database', async () => {
  for (const error of [undefined, null, 'text', new Error('bug'), new Error('bug', { cause: 'text' })])
    for (const recognizes of [...Object.values(CHECKS), isDeadlockError])
      expect(recognizes(error)).toBe(false)
})
