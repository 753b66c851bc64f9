import type { EmailTransport } from '#core/email/email-transport.ts'
import { findSentEmails, runJobs, signInVisitors } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { placeTestOrder } from '#test/checkout.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

const HALF_AN_HOUR = 30 * 60_000
const OWNER = 'admin@eternalbeauty.example'
/** Makes all jobs due now. Returns the milliseconds skipped, or null without jobs. */
const FAST_FORWARD_SQL = `with due as (select extract(epoch from max(run_at) - now()) as wait from graphile_worker.jobs)
  , wound as (update graphile_worker._private_jobs set run_at = run_at - make_interval(secs => due.wait) from due)
  select greatest(0, wait) * 1000 as waited from due`

test('after a half-hour mail server outage, every email is sent exactly once', async ({
  ctx,
  connection,
}) => {
  const store = createTestStore(connection)
  const buyers = await signInVisitors(store, ctx.db, 4)
  const { id: product_id } = await buildProduct(ctx, { stock: 500 })
  const orders = 40
  const placedOrders = Array.from({ length: orders }, async (_, index) => {
    const buyer = buyers[index % buyers.length]
    return buyer && (await (await placeTestOrder(buyer, [{ product_id, quantity: 1 }])).json()).id
  })
  const ids = await Promise.all(placedOrders)
  let clock = 0
  const sent = new Map<string, number>()
  const emailTransport: EmailTransport = {
    async send({ id }) {
      if (clock < HALF_AN_HOUR) throw new Error('connect ECONNREFUSED')
      sent.set(id, (sent.get(id) ?? 0) + 1)
    },
  }
  for (let attempt = 0; attempt < 40; attempt++) {
    await runJobs(connection, ctx, emailTransport)
    const { rows } = await connection.pool.query(FAST_FORWARD_SQL)
    if (rows[0]?.waited === null) break
    clock += Number(rows[0]?.waited)
  }
  expect(clock).toBeGreaterThan(HALF_AN_HOUR)
  const { rows } = await connection.pool.query('select state, count(*) from emails group by 1')
  expect(rows).toEqual([{ state: 'sent', count: 2 * orders }])
  expect([...sent.values()]).toEqual(Array.from({ length: 2 * orders }, () => 1))
  expect((await findSentEmails(connection, OWNER)).filter(({ kind }) => kind === 'new-order')).toHaveLength(
    ids.length,
  )
})
