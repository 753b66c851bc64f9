import { z } from 'zod'
import { queryColumn } from '#db/sql.ts'
import { addPicture, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import { newId } from '../ids.ts'
import { createStockedProduct } from './create-stocked-product.server.ts'
import { EMPTY_DRAFT } from './product-fields.ts'
import { listStockMovements } from './stock.server.ts'

const buildDraft = (name: string) => ({ ...EMPTY_DRAFT, category: 'Skincare', name, price: 3200 })

test('a product is created with its photos and first stock', async ({ ctx, admin }) => {
  const pictureIds = [
    await addPicture(ctx, (await buildProduct(ctx)).id),
    await addPicture(ctx, (await buildProduct(ctx)).id),
  ]
  const created = await createStockedProduct(admin, {
    draft: buildDraft('Linden Oil'),
    pictureIds,
    stock: 24,
  })
  expect(created).toMatchObject({ name: 'Linden Oil', stock: 24 })
  expect(created.images.map(({ id }) => id)).toEqual(pictureIds)
  expect(await listStockMovements(admin, created.id)).toMatchObject([{ change: 24, reason: 'received' }])
})

test('without photos and stock, a product is created sold out', async ({ admin }) => {
  const created = await createStockedProduct(admin, {
    draft: buildDraft('Bare Oil'),
    pictureIds: [],
    stock: 0,
  })
  expect(created).toMatchObject({ stock: 0, images: [] })
  expect(await listStockMovements(admin, created.id)).toEqual([])
})

test('a refused photo or stock creates no product', async ({ ctx, admin }) => {
  const countProducts = () =>
    queryColumn(ctx.db, z.int())`select count(*)::int from products where name = 'Refused Oil'`
  const draft = buildDraft('Refused Oil')
  await expect(
    createStockedProduct(admin, { draft, pictureIds: [newId('picture')], stock: 1 }),
  ).rejects.toMatchObject({ code: 'not_found' })
  await expect(
    createStockedProduct(admin, { draft, pictureIds: [], stock: 2_000_000 }),
  ).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await countProducts()).toEqual([0])
})

test('only staff who may change products create them', async ({ customer }) => {
  await expect(
    createStockedProduct(customer, { draft: buildDraft('Oil'), pictureIds: [], stock: 0 }),
  ).rejects.toMatchObject({ code: 'forbidden' })
})
