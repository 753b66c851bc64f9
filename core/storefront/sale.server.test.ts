import { execute } from '#db/sql.ts'
import { asAdmin } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import type { Context } from '../context.ts'
import { applyOffers } from '../offers/apply-offers.server.ts'
import { createOffer } from '../offers/manage-offers.server.ts'
import type { RegionCode } from '../regions/regions.ts'
import { DEFAULT_REGIONS } from '../regions/terms.ts'
import { findProductPage } from './product-page.server.ts'
import { saleNotes } from './sale.ts'

async function notesOf(ctx: Context, id: string, code: RegionCode = 'GB') {
  const region = DEFAULT_REGIONS[code]
  const { product, sale } = await findProductPage({ ...ctx, region }, id, { sort: 'newest' })
  return saleNotes(product.price, sale, region, 'America/New_York')
}

/** Prices in US cents, each with how many days ago it began. */
async function setHistory({ db }: Context, id: string, prices: [price: number, days: number][]) {
  await execute(db)`delete from price_history where product_id = ${id}`
  for (const [index, [price, days]] of prices.entries()) {
    const end = prices[index + 1]?.[1] ?? null
    await execute(db)`
      insert into price_history (product_id, price, from_at, to_at)
      values (${id}, ${price}, now() - make_interval(days => ${days}), now() - make_interval(days => ${end}))`
  }
}

async function onSale(ctx: Context, price: number, until: Date | null = null) {
  const { id } = await buildProduct(ctx, { price: 4000 })
  await createOffer(await asAdmin(ctx), {
    ...{ code: null, title: 'Week of roses', kind: 'sale_price', value: price, minimum: 0, endsAt: until },
    ...{ scope: 'products', scopeIds: [id], totalLimit: null, customerLimit: null },
  })
  await applyOffers(ctx.db)
  return id
}

test('a reduction is compared with the lowest price of the 30 days before it, where the region asks for it', async ({
  ctx,
}) => {
  const until = new Date('2099-01-01T03:00:00Z')
  const id = await onSale(ctx, 3000, until)
  const reason = 'Week of roses, until December 31, 2098.'
  // In pounds, at 0.8 per dollar.
  const lowest = (amount: string) => [reason, `Lowest price of the last 30 days: ${amount}.`]
  await setHistory(ctx, id, [
    [2000, 90],
    [4000, 50],
    [3000, 5],
  ])
  expect(await notesOf(ctx, id)).toEqual(lowest('£32.00 (−25%)'))
  expect(await notesOf(ctx, id, 'US')).toEqual([reason])
  await setHistory(ctx, id, [
    [4000, 90],
    [3200, 34],
    [4000, 20],
    [3000, 5],
  ])
  expect(await notesOf(ctx, id), 'a short reduction within the 30 days').toEqual(lowest('£25.60 (−6%)'))
  await setHistory(ctx, id, [
    [4000, 90],
    [2500, 20],
    [4000, 10],
    [3000, 5],
  ])
  expect(await notesOf(ctx, id), 'it was cheaper').toEqual(lowest('£20.00'))
  await setHistory(ctx, id, [[3000, 5]])
  expect(await notesOf(ctx, id), 'a new product').toEqual([reason])
})

test('prices of former days are at the exchange rates of those days', async ({ ctx }) => {
  const id = await onSale(ctx, 3000)
  await setHistory(ctx, id, [
    [4000, 90],
    [3000, 5],
  ])
  const setRate = (rate: number) => execute(ctx.db)`
    insert into settings (key, value) values ('regions', jsonb_build_object('GB', jsonb_build_object('enabled', true, 'rate', ${rate}::numeric)))
    on conflict (key) do update set value = excluded.value`
  await setRate(0.7)
  await execute(
    ctx.db,
  )`update region_rates set to_at = now() - interval '20 days' where region = 'GB' and to_at is not null`
  await execute(
    ctx.db,
  )`update region_rates set from_at = now() - interval '20 days' where region = 'GB' and to_at is null`
  await setRate(0.9)
  await execute(
    ctx.db,
  )`update region_rates set to_at = now() - interval '10 days' where region = 'GB' and rate = 0.7`
  expect((await notesOf(ctx, id)).at(-1)).toContain('£28.00')
})

test('a product at its regular price has no note', async ({ ctx }) => {
  expect(await notesOf(ctx, (await buildProduct(ctx)).id)).toEqual([])
})
