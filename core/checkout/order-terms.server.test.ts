import { z } from 'zod'
import {
  changeStoreSettings,
  findStoreSettings,
  type StoreSettingsChanges,
} from '#core/settings/change-store-settings.server.ts'
import { query } from '#db/sql.ts'
import { asAdmin } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { type CardStore, expect, test } from '#test/card-store.ts'
import { findInvoices } from '../accounting/invoices.server.ts'
import type { Context } from '../context.ts'
import { findOrder } from '../orders/find-order.server.ts'
import { refundOrder } from '../orders/refunds/refund-order.server.ts'
import { updateOrderStatus } from '../orders/update-order-status.server.ts'
import type { RegionCode } from '../regions/regions.ts'
import { DEFAULT_STORE_SETTINGS } from '../settings/store-settings.ts'

const { shipping, tax, regions } = DEFAULT_STORE_SETTINGS

async function changeSettings(ctx: Context, changes: StoreSettingsChanges): Promise<void> {
  const admin = await asAdmin(ctx)
  const { version } = await findStoreSettings(admin)
  await changeStoreSettings(admin, version, changes)
}

const Balance = z.strictObject({ account: z.string(), base: z.int() })
const findBalances = async ({ db }: Context, orderId: string) => {
  const balances = await query(db, Balance)`
    select l.account, sum(l.base_amount)::bigint as base
    from accounting a join accounting_lines l on l.entry_id = a.id where a.order_id = ${orderId} group by 1`
  return Object.fromEntries(balances.map(({ account, base }) => [account, base]))
}

async function buyOil(ctx: Context, shop: CardStore, region: RegionCode): Promise<string> {
  const { id } = await buildProduct(ctx, { price: 4801, stock: 9 })
  const checkout = await shop.startCheckout([{ product_id: id, quantity: 1 }], { region })
  await shop.pay(checkout)
  await shop.settlePayments()
  return checkout.order_id
}

const GB_TAX_INCLUDED = { ...tax, GB: { rate: 2000, included: true, shippingTaxed: false } }

test('an order keeps its rate, tax, and fee, so that refunding all of it clears the books', async ({
  paymentContext: ctx,
  shop,
}) => {
  const id = await buyOil(ctx, shop, 'GB')
  const admin = await asAdmin(ctx)
  await updateOrderStatus(admin, id, { to: 'processing' })
  const { items, ...placed } = await findOrder(admin, id)
  await changeSettings(ctx, {
    shipping: { ...shipping, fee: 2500, freeAbove: 0 },
    tax: GB_TAX_INCLUDED,
    regions: { ...regions, GB: { enabled: false, rate: 0.9 } },
    returnDays: 7,
  })
  await refundOrder(admin, id, { amount: 1000 })
  await shop.settlePayments()
  const { shipping: fee, total } = placed
  expect({ fee, total }).toEqual({ fee: 800, total: 800 + 3841 + 307 })
  await refundOrder(admin, id, {
    lines: items.map(({ productId }) => ({ productId, quantity: 1 })),
    amount: total - 1000,
  })
  await shop.settlePayments()
  expect(await findBalances(ctx, id)).toMatchObject({ card_clearing: 0, tax_payable: 0 })
  expect(await findOrder(admin, id)).toMatchObject({
    ...{ rate: 0.8, taxPercent: 8, taxIncluded: false, tax: 307, returnDays: 30 },
    ...{ refunded: total, paymentStatus: 'refunded' },
  })
  await shop.expectBalancedBooks()
})

test('tax that prices include is charged once, booked without the sale, and refunded with the items', async ({
  paymentContext: ctx,
  shop,
}) => {
  await changeSettings(ctx, { tax: GB_TAX_INCLUDED })
  const id = await buyOil(ctx, shop, 'GB')
  const admin = await asAdmin(ctx)
  expect(await findOrder(admin, id)).toMatchObject({
    ...{ subtotal: 3841, shipping: 800, tax: 640, total: 4641 },
    ...{ taxPercent: 20, taxIncluded: true, paymentStatus: 'paid' },
  })
  expect(await findBalances(ctx, id)).toEqual({
    ...{ card_clearing: 5801, tax_payable: -800, shipping: -1000, sales: -4001 },
  })
  await updateOrderStatus(admin, id, { to: 'processing' })
  await refundOrder(admin, id, { amount: 1201 })
  await shop.settlePayments()
  const { creditNotes } = await findInvoices(ctx.db, { id })
  expect(creditNotes).toMatchObject([{ amount: 1201, tax: 200 }])
  await refundOrder(admin, id, { amount: 3440 })
  await shop.settlePayments()
  expect(await findBalances(ctx, id)).toMatchObject({ card_clearing: 0, tax_payable: 0 })
  await shop.expectBalancedBooks()
})

test('tax on shipping is charged, booked, and refunded with the shipping', async ({
  paymentContext: ctx,
  shop,
}) => {
  const admin = await asAdmin(ctx)
  await changeSettings(ctx, { tax: { ...tax, GB: { rate: 2000, included: true, shippingTaxed: true } } })
  const included = await buyOil(ctx, shop, 'GB')
  await changeSettings(ctx, { tax: { ...tax, GB: { rate: 2000, included: false, shippingTaxed: true } } })
  const added = await buyOil(ctx, shop, 'GB')
  await changeSettings(ctx, { tax })
  expect(await findOrder(admin, included)).toMatchObject({
    ...{ subtotal: 3841, shipping: 800, tax: 774, shippingTax: 134, total: 4641 },
  })
  expect(await findOrder(admin, added)).toMatchObject({
    ...{ subtotal: 3841, shipping: 800, tax: 928, shippingTax: 160, total: 5569 },
  })
  expect(await findBalances(ctx, included)).toEqual({
    ...{ card_clearing: 5801, tax_payable: -968, shipping: -833, sales: -4000 },
  })
  expect(await findBalances(ctx, added)).toEqual({
    ...{ card_clearing: 6961, tax_payable: -1160, shipping: -1000, sales: -4801 },
  })
  for (const [id, shippingPaid, shippingTax] of [
    [included, 800, 134],
    [added, 960, 160],
  ] as const) {
    await updateOrderStatus(admin, id, { to: 'processing' })
    await refundOrder(admin, id, { shipping: true, amount: shippingPaid })
    await shop.settlePayments()
    const { creditNotes } = await findInvoices(ctx.db, { id })
    expect(creditNotes).toMatchObject([{ amount: shippingPaid, tax: shippingTax }])
    await refundOrder(admin, id, {})
    await shop.settlePayments()
    expect(await findBalances(ctx, id)).toMatchObject({ card_clearing: 0, tax_payable: 0 })
  }
  await shop.expectBalancedBooks()
})

test('a checkout at a total that a change has made wrong is refused with the new quote', async ({
  paymentContext: ctx,
  shop,
}) => {
  const { id } = await buildProduct(ctx, { price: 4800, stock: 9 })
  const items = [{ product_id: id, quantity: 1 }]
  const checkOut = async (total: number, region: RegionCode = 'US') => {
    const expected = { expected_total: total, region }
    const response = await shop.requestCheckout(items, expected)
    return [response.status, (await response.json()).error]
  }
  await changeSettings(ctx, { shipping: { ...shipping, fee: 500 } })
  expect(await checkOut(6184)).toEqual([409, expect.objectContaining({ code: 'price_changed' })])
  await changeSettings(ctx, { regions: { ...regions, CA: { enabled: false, rate: 1.35 } } })
  expect(await checkOut(5684, 'CA')).toEqual([
    400,
    expect.objectContaining({
      fields: { region: 'The store doesn’t sell in Canada. Use one of US, GB, IN.' },
    }),
  ])
  expect((await checkOut(5684))[0]).toBe(200)
})
