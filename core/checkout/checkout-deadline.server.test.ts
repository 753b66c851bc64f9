import { vi } from 'vitest'
import { z } from 'zod'
import { execute, query } from '#db/sql.ts'
import { runJobs } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/card-store.ts'
import { SETUP_FAILED } from '../payments/payment.ts'

const SLOW_MS = 10_000

test('a card checkout answers within ten seconds while the provider hangs, and a session created later is closed', async ({
  ctx,
  paymentContext,
  connection,
  shop,
}) => {
  const { id: product_id } = await buildProduct(ctx, { stock: 3 })
  await shop.setFaults({ slow: SLOW_MS })
  const startedAt = performance.now()
  const response = await shop.requestCheckout([{ product_id, quantity: 1 }])
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  expect([response.status, await response.json()]).toEqual([
    503,
    { error: { code: 'unavailable', message: SETUP_FAILED } },
  ])
  expect(await shop.findStock(product_id)).toBe(3)

  await shop.setFaults({})
  await runJobs(connection, paymentContext)
  const sessionStates = async () => {
    const sessions = await query(ctx.db, z.strictObject({ status: z.string() }))`
      select status from sandbox.sessions`
    return sessions.map(({ status }) => status)
  }
  await vi.waitFor(async () => expect(await sessionStates()).toEqual(['open']), { timeout: SLOW_MS })
  await execute(ctx.db)`update graphile_worker._private_jobs set run_at = now()`
  await runJobs(connection, paymentContext)
  expect(await sessionStates()).toEqual(['expired'])
})

test('the page after a payment answers within ten seconds while the provider hangs', async ({
  ctx,
  shop,
}) => {
  const { id: product_id } = await buildProduct(ctx, { stock: 3 })
  const checkout = await shop.startCheckout([{ product_id, quantity: 1 }])
  await shop.setFaults({ slow: SLOW_MS })
  const startedAt = performance.now()
  expect(await shop.verify(checkout.session_id)).toMatchObject({ success: false })
  expect(performance.now() - startedAt).toBeLessThan(10_000)
})
