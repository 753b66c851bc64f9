import { setTimeout as sleep } from 'node:timers/promises'
import { vi } from 'vitest'
import { z } from 'zod'
import type { Connection } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import { runJobs } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/card-store.ts'
import { SETUP_FAILED } from '../payments/setup-failed.ts'

const WAIT = { timeout: 15_000, interval: 20 }

/** Vitest's own waits advance a stopped clock. */
async function waitInRealTime(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempt = 0; !(await condition()); attempt++) {
    if (attempt === 500) throw new Error('Nothing happened while the clock stood still')
    await sleep(20)
  }
}

/** The response to a request while the provider hangs. Time passes only in steps of the test. */
async function responseAtDeadline<Result>({ pool }: Connection, request: () => Promise<Result>) {
  const client = await pool.connect()
  await client.query('begin')
  // The sandbox reads its faults before everything else.
  await client.query('lock table sandbox.faults in access exclusive mode')
  const waiting = `select from pg_locks where relation = 'sandbox.faults'::regclass and not granted`
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  try {
    const response = request()
    const answered = vi.fn()
    void response.then(answered, answered)
    await waitInRealTime(async () => (await pool.query(waiting)).rowCount === 1)
    await vi.advanceTimersByTimeAsync(7900)
    expect(answered).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2000)
    await waitInRealTime(() => answered.mock.calls.length === 1)
    return await response
  } finally {
    vi.useRealTimers()
    await client.query('rollback')
    client.release()
  }
}

test('a card checkout answers within ten seconds while the provider hangs, and a session created later is closed', async ({
  ctx,
  paymentContext,
  connection,
  shop,
}) => {
  const { id: product_id } = await buildProduct(ctx, { stock: 3 })
  const response = await responseAtDeadline(connection, () =>
    shop.requestCheckout([{ product_id, quantity: 1 }]),
  )
  expect([response.status, await response.json()]).toEqual([
    503,
    { error: { code: 'unavailable', message: SETUP_FAILED } },
  ])
  expect(await shop.findStock(product_id)).toBe(3)

  const sessionStates = async () => {
    const sessions = await query(ctx.db, z.strictObject({ status: z.string() }))`
      select status from sandbox.sessions`
    return sessions.map(({ status }) => status)
  }
  await expect.poll(sessionStates, WAIT).toEqual(['open'])
  await execute(ctx.db)`update graphile_worker._private_jobs set run_at = now()`
  await runJobs(connection, paymentContext)
  expect(await sessionStates()).toEqual(['expired'])
})

test('the page after a payment answers within ten seconds while the provider hangs', async ({
  ctx,
  connection,
  shop,
}) => {
  const { id: product_id } = await buildProduct(ctx, { stock: 3 })
  const checkout = await shop.startCheckout([{ product_id, quantity: 1 }])
  const verify = () => shop.verify(checkout.session_id)
  expect(await responseAtDeadline(connection, verify)).toMatchObject({ success: false })

  await shop.pay(checkout)
  expect(await verify()).toMatchObject({ success: true })
})
