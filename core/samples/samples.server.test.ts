import { execute } from '#db/sql.ts'
import { asAdmin, asCustomer } from '#test/accounts.ts'
import { addPicture, buildProduct } from '#test/builders.ts'
import { findStock, newIdempotencyKey } from '#test/checkout.ts'
import { buildPurchase } from '#test/payments/card-orders.ts'
import { expect, test } from '#test/store.ts'
import { findAdminProduct } from '../catalog/admin-products.server.ts'
import { setPublishStatus } from '../catalog/save-product.server.ts'
import { placeTestOrder } from '../checkout/test-order.server.ts'
import type { Context } from '../context.ts'
import { findFormula } from '../ingredients/formulas/formulas.server.ts'
import { saveFormula } from '../ingredients/formulas/save-formula.server.ts'
import { updateOrderStatus } from '../orders/update-order-status.server.ts'
import { changeSample, createSample, moveSampleUp, removeSample } from './manage-samples.server.ts'
import { listOfferedSamples } from './offered-samples.server.ts'
import { findAdminSample, listSamples } from './sample-list.server.ts'
import { buildSample, offerSamples } from './samples.fixture.ts'

const offeredNames = async (ctx: Context) => (await listOfferedSamples(ctx)).map(({ name }) => name)

test('a sample is a draft with its product’s photos and stock of its own', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const serum = await buildProduct(ctx, { name: 'Rose Serum', price: 4800, stock: 3 })
  const picture = await addPicture(ctx, serum.id)
  const sample = await createSample(admin, { product: serum.slug, stock: 40 })
  expect(sample).toMatchObject({ name: 'Rose Serum – sample', fullSizeId: serum.id, stock: 40, active: true })
  expect(await findAdminProduct(admin, sample.id)).toMatchObject({
    ...{ status: 'draft', category: 'Skincare', sku: null, sizeQuantity: null },
    images: [{ id: picture }],
  })
  expect(await findStock(ctx.db, serum.id)).toBe(3)
  expect(await listOfferedSamples(ctx)).toMatchObject([
    { productId: sample.id, name: 'Rose Serum – sample', inStock: true },
  ])
})

test('nobody can publish a sample, and no published product becomes one', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id, fullSizeId } = await buildSample(ctx)
  await expect(setPublishStatus(admin, [id], 'published')).rejects.toMatchObject({
    fields: { status: 'This product is a free sample, so it can’t be published.' },
  })
  const published = await buildProduct(ctx)
  await expect(
    execute(ctx.db)`insert into samples (product_id, full_size_id) values (${published.id}, ${fullSizeId})`,
  ).rejects.toThrow()
  await expect(createSample(admin, { product: id })).rejects.toMatchObject({
    fields: { product: 'There’s no product with this name, SKU, or slug.' },
  })
})

test('shoppers see the samples that are on, in the order of the back office', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const [first, second, third] = [
    await buildSample(ctx, { name: 'First' }),
    await buildSample(ctx, { name: 'Second', stock: 0 }),
    await buildSample(ctx, { name: 'Third' }),
  ]
  expect(await offeredNames(ctx)).toEqual(['First', 'Second', 'Third'])
  await changeSample(admin, third.id, { position: 0 })
  await changeSample(admin, first.id, { active: false })
  expect(await listOfferedSamples(ctx)).toMatchObject([
    { name: 'Third', inStock: true },
    { name: 'Second', inStock: false },
  ])
  await removeSample(admin, second.id)
  expect(await offeredNames(ctx)).toEqual(['Third'])
  expect(await findAdminProduct(admin, second.id)).toMatchObject({ status: 'archived' })
  await expect(changeSample(admin, second.id, { active: true })).rejects.toMatchObject({ code: 'not_found' })
  await expect(changeSample(admin, third.id, { position: -1 })).rejects.toMatchObject({
    fields: { position: 'Enter 0 or more.' },
  })
})

test('only staff who edit products change samples', async ({ ctx }) => {
  const { id, fullSizeId } = await buildSample(ctx)
  for (const staffRole of ['packer', 'support', undefined] as const) {
    const actor = await asCustomer(ctx, staffRole ? { staffRole } : {})
    await expect(createSample(actor, { product: fullSizeId })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(changeSample(actor, id, { active: false })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(removeSample(actor, id)).rejects.toMatchObject({ code: 'forbidden' })
  }
  await expect(listSamples(await asCustomer(ctx), {})).rejects.toMatchObject({ code: 'forbidden' })
})

test('the list counts who got a sample, and who bought the full size afterwards', async ({ ctx }) => {
  await offerSamples(ctx)
  const admin = await asAdmin(ctx)
  const serum = await buildProduct(ctx, { price: 9000, stock: 50 })
  const other = await buildProduct(ctx, { price: 9000, stock: 50 })
  const { id: sample } = await buildSample(ctx, { product: serum.id, stock: 50 })
  const buy = async (shopper: Context, productId: string, samples: string[], minutes: number) => {
    const at = { ...shopper, now: new Date(ctx.now.getTime() + minutes * 60_000) }
    const purchase = { ...buildPurchase([{ productId, quantity: 1 }]), samples }
    const { email } = shopper.actor.kind === 'user' ? shopper.actor : { email: '' }
    const address = { ...purchase.address, email }
    return placeTestOrder(at, { ...purchase, address }, newIdempotencyKey())
  }
  const [ada, grace, eve] = [await asCustomer(ctx), await asCustomer(ctx), await asCustomer(ctx)]
  await buy(ada, other.id, [sample], 0)
  await buy(ada, other.id, [sample], 1)
  await buy(ada, serum.id, [], 2)
  await buy(grace, serum.id, [], 0)
  await buy(grace, other.id, [sample], 1)
  const { id: cancelled } = await buy(eve, other.id, [sample], 0)
  await updateOrderStatus(admin, cancelled, { to: 'cancelled' })
  expect(await findAdminSample(admin, sample)).toMatchObject({ given: 3, people: 2, buyers: 1 })
})

test('a sample has the formula that its product has now, with the allergens of its shade', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const serum = await buildProduct(ctx)
  const line = { percent: null, isNano: false, mayContain: false, productIds: [] }
  const lines = ['Aqua', 'Linalool'].map((name) => ({ ...line, name }))
  await saveFormula(admin, { productId: serum.id }, { leaveOn: true, lines, heroes: [], validFrom: null })
  const { id } = await createSample(admin, { product: serum.id })
  expect((await findFormula(admin, { productId: id })).lines.map(({ name }) => name)).toEqual([
    'Aqua',
    'Linalool',
  ])
})

test('a sample moves up by one, and the first stays', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  for (const name of ['First', 'Second', 'Third']) await buildSample(ctx, { name })
  const third = (await listOfferedSamples(ctx)).at(-1)?.productId ?? ''
  await moveSampleUp(admin, third)
  expect(await offeredNames(ctx)).toEqual(['First', 'Third', 'Second'])
  await moveSampleUp(admin, third)
  await moveSampleUp(admin, third)
  expect(await offeredNames(ctx)).toEqual(['Third', 'First', 'Second'])
})
