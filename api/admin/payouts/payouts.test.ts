import { reconcileBalance } from '#core/accounting/payouts/read-balance.server.ts'
import { signInVisitor } from '#test/accounts.ts'
import { expect, test } from '#test/card-store.ts'
import { buildPaidOrder } from '#test/paid-order.ts'
import { passDays } from '#test/payments/pass-days.ts'

test('a bookkeeper lists payouts and the transactions in them', async ({
  paymentContext: ctx,
  shop,
  connection,
}) => {
  const orders = [await buildPaidOrder(ctx, shop), await buildPaidOrder(ctx, shop)]
  await passDays(connection, 2)
  await reconcileBalance(ctx)
  const bookkeeper = await signInVisitor(shop.testStore, ctx.db, { staffRole: 'bookkeeper' })
  const { data, next_cursor } = await (await bookkeeper.get('/api/v1/admin/payouts')).json()
  expect(next_cursor).toBe(null)
  expect(data).toMatchObject([
    { amount: 20_074, currency: 'usd', gross: 20_736, fees: 662, transactions: 2, automatic: true },
  ])
  const path = `/api/v1/admin/payouts/${data[0].id}`
  expect(await (await bookkeeper.get(path)).json()).toEqual(data[0])
  const first = await (await bookkeeper.get(`${path}/transactions?limit=1`)).json()
  const rest = await (
    await bookkeeper.get(`${path}/transactions?limit=1&cursor=${encodeURIComponent(first.next_cursor)}`)
  ).json()
  expect(rest.next_cursor).toBe(null)
  const transactions = [...first.data, ...rest.data]
  expect(transactions.map(({ source_id }) => source_id).toSorted()).toEqual(
    orders.map(({ intent }) => `ch_${intent}`).toSorted(),
  )
  expect(transactions[0]).toMatchObject({
    ...{ type: 'charge', amount: 10_368, fee: 331, paid_currency: 'usd', unmatched: false },
    ...{ payout_id: data[0].id, order_number: expect.stringMatching(/^EB\d+$/) },
  })
  expect((await bookkeeper.get('/api/v1/admin/payouts/po_none')).status).toBe(404)
  expect((await bookkeeper.get('/api/v1/admin/payouts/po_none/transactions')).status).toBe(404)
})

test('only staff who may see the books see payouts', async ({ paymentContext: ctx, shop }) => {
  const packer = await signInVisitor(shop.testStore, ctx.db, { staffRole: 'packer' })
  for (const path of ['', '/po_1', '/po_1/transactions'])
    expect((await packer.get(`/api/v1/admin/payouts${path}`)).status).toBe(403)
})
