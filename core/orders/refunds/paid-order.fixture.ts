import fc from 'fast-check'
import { createFamily } from '#core/catalog/families/save-family.server.ts'
import { EMPTY_DRAFT } from '#core/catalog/product-fields.ts'
import type { Context } from '#core/context.ts'
import { issueGiftCard } from '#core/gift-cards/manage-gift-cards.server.ts'
import { REGION_CODES, REGIONS } from '#core/regions/regions.ts'
import { buildSample, offerSamples } from '#core/samples/samples.fixture.ts'
import { saveSetting } from '#core/settings/store-settings.server.ts'
import { execute } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import type { CardStore } from '#test/card-store.ts'
import { findOrder } from '../find-order.server.ts'
import { updateOrderStatus } from '../update-order-status.server.ts'

export const anyStart = fc.record({
  region: fc.constantFrom(...REGION_CODES),
  prices: fc.tuple(fc.integer({ min: 300, max: 20_000 }), fc.integer({ min: 300, max: 20_000 })),
  // Of another shade of the first product: the same, less, or more.
  replacementPrice: fc.option(fc.integer({ min: 300, max: 30_000 }), { nil: undefined }),
  percentage: fc.option(fc.integer({ min: 100, max: 5000 }), { nil: 0 }),
  delivered: fc.boolean(),
  withSample: fc.boolean(),
  giftWrapped: fc.boolean(),
  // What gift cards have, as a share of the price of the items: some pay everything, some a part, and some a little.
  giftCards: fc.array(fc.double({ min: 0.01, max: 0.8, noNaN: true }), { maxLength: 3 }),
})

export type PaidOrder = {
  id: string
  intent: string
  products: string[]
  replacement: string
  giftCards: string[]
  replacementOrders: string[]
}

/** With a family for exchanges, and the store’s settings for samples and gift wrap. */
export async function buildPaidOrder(
  admin: Context,
  shop: CardStore,
  {
    region,
    prices,
    replacementPrice = prices[0],
    percentage,
    delivered,
    withSample,
    giftWrapped,
    giftCards,
  }: typeof anyStart extends fc.Arbitrary<infer Value> ? Value : never,
  count: number,
): Promise<PaidOrder> {
  const [first, second] = [
    await buildProduct(admin, { stock: 9, price: prices[0] }),
    await buildProduct(admin, { stock: 9, price: prices[1] }),
  ]
  const replacement = await buildProduct(admin, { stock: 9, price: replacementPrice })
  await createFamily(admin, {
    draft: { ...EMPTY_DRAFT, name: `Family ${count}`, category: 'Makeup', options: ['shade'] },
    products: [
      { productId: first.id, shadeName: 'Plum' },
      { productId: replacement.id, shadeName: 'Fig' },
    ],
  })
  const code = `SEQUENCE${count}`
  if (percentage)
    await execute(admin.db)`
      insert into offers (id, code, title, kind, value, starts_at)
      values (${`off_${code}`}, ${code}, 'x', 'percentage', ${percentage}, now() - interval '1 day')`
  // The store gives one sample with any order.
  await offerSamples(admin, { minimum: 0 })
  await saveSetting(admin.db, { key: 'giftWrap', value: { enabled: true, price: 500 }, actorId: 'test' })
  const sample = await buildSample(admin, { product: first.id, stock: 2 })
  const items = [
    { product_id: first.id, quantity: 3 },
    { product_id: second.id, quantity: 1 },
  ]
  const cards = []
  for (const share of giftCards) {
    const { currency } = REGIONS[region]
    const rate = { usd: 1, cad: 1.35, gbp: 0.8, inr: 83 }[currency]
    const amount = Math.max(1, Math.round((prices[0] * 3 + prices[1]) * share * rate))
    cards.push(await issueGiftCard(admin, { amount, currency }))
  }
  const checkout = await shop.startCheckout(items, {
    region,
    ...(percentage ? { code } : {}),
    gift_card_codes: cards.map((card) => card.code),
    samples: withSample ? [sample.id] : [],
    gift_wrap: giftWrapped,
  })
  const { total, giftCardAmount } = await findOrder(admin, checkout.order_id)
  const isPaidByCard = total > giftCardAmount
  if (isPaidByCard) await shop.pay(checkout)
  await shop.settlePayments()
  const { order_id: id } = checkout
  const statuses = delivered ? (['processing', 'shipped', 'delivered'] as const) : []
  for (const to of statuses) await updateOrderStatus(admin, id, { to })
  const intent = isPaidByCard ? await shop.findIntentId(checkout) : ''
  return {
    ...{ id, intent, products: [first.id, second.id, ...(withSample ? [sample.id] : [])] },
    ...{ replacement: replacement.id, giftCards: cards.map((card) => card.id), replacementOrders: [] },
  }
}
