import { buildActor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import { findAdminProduct } from './admin-products.server.ts'
import { bulkEditProducts } from './bulk-edit.server.ts'
import { editProduct } from './save-product.server.ts'
import { listStockMovements } from './stock.server.ts'

test('an invalid or conflicting row is reported, and the others are saved', async ({ ctx, admin }) => {
  const [valid, invalid, conflicting] = [
    await buildProduct(ctx),
    await buildProduct(ctx),
    await buildProduct(ctx, { name: 'Moss Balm' }),
  ]
  await editProduct(admin, conflicting.id, { tagline: 'Edited by someone else' })
  const result = await bulkEditProducts(admin, [
    { id: invalid.id, edition: 1, change: { price: 0, name: '' } },
    { id: conflicting.id, edition: 1, change: { price: 900 } },
    { id: 'prd_00000000000000000000', edition: 1, change: { price: 900 } },
    { id: valid.id, edition: 1, change: { price: 900, status: 'archived' } },
  ])
  expect(result).toEqual({
    saved: [valid.id],
    failed: [
      { id: invalid.id, fields: { name: 'Enter a name.', price: 'Enter a price greater than zero.' } },
      {
        id: conflicting.id,
        fields: {},
        row: 'Someone else just updated Moss Balm. Your changes weren’t saved, but they’re still here. Save again to overwrite theirs.',
      },
      { id: 'prd_00000000000000000000', fields: {}, row: 'Product not found.' },
    ],
  })
  expect(await findAdminProduct(admin, valid.id)).toMatchObject({
    price: 900,
    status: 'archived',
    edition: 2,
  })
  expect(await findAdminProduct(admin, conflicting.id)).toMatchObject({ price: 4800 })
})

test('a stock change is saved even if someone else edited the product', async ({ ctx, admin }) => {
  const { id } = await buildProduct(ctx, { stock: 5 })
  await editProduct(admin, id, { tagline: 'Edited by someone else' })
  const edit = { id, edition: 1, change: {}, stock: { change: -2, reason: 'counted' } } as const
  expect(await bulkEditProducts(admin, [edit])).toEqual({ saved: [id], failed: [] })
  expect(await findAdminProduct(admin, id)).toMatchObject({ stock: 3, edition: 2 })
})

test('a stock change waits for a valid row, and a refused one is reported in its own cell', async ({
  ctx,
  admin,
}) => {
  const { id } = await buildProduct(ctx, { stock: 5 })
  const edit = (price: number, change: number) =>
    bulkEditProducts(admin, [{ id, edition: 1, change: { price }, stock: { change, reason: 'counted' } }])
  expect(await edit(0, -1)).toMatchObject({ failed: [{ id, fields: { price: expect.any(String) } }] })
  expect(await findAdminProduct(admin, id)).toMatchObject({ stock: 5, edition: 1 })
  expect(await edit(900, -6)).toEqual({ saved: [], failed: [{ id, fields: { stock: 'Only 5 in stock.' } }] })
  expect(await findAdminProduct(admin, id)).toMatchObject({ stock: 5, price: 900, edition: 2 })
})

test('saving the same grid again after a lost response repeats no stock change', async ({ ctx, admin }) => {
  const { id } = await buildProduct(ctx, { stock: 5 })
  const edits = [
    { id, edition: 1, change: {}, stock: { change: 4, reason: 'received', key: 'grid-1' } } as const,
  ]
  await bulkEditProducts(admin, edits)
  expect(await bulkEditProducts(admin, edits)).toEqual({ saved: [id], failed: [] })
  expect((await listStockMovements(admin, id)).map(({ change }) => change)).toEqual([4, 5])
})

test('two administrators who save overlapping grids at once each get what they saved or a conflict', async ({
  ctx,
  admin,
}) => {
  const products = [await buildProduct(ctx), await buildProduct(ctx), await buildProduct(ctx)]
  const other = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const save = (by: typeof ctx, price: number, rows: typeof products) =>
    bulkEditProducts(
      by,
      rows.map(({ id }) => ({ id, edition: 1, change: { price } })),
    )
  const results = await Promise.all([save(admin, 100, products), save(other, 200, products.toReversed())])
  const [first, second] = results.map(({ saved }) => saved)
  expect([...(first ?? []), ...(second ?? [])].toSorted()).toEqual(products.map(({ id }) => id).toSorted())
  for (const { id } of products)
    expect((await findAdminProduct(admin, id)).price).toBe(first?.includes(id) ? 100 : 200)
})

test('an unexpected error is not reported as an invalid row', async ({ ctx, admin }) => {
  const { id } = await buildProduct(ctx)
  const broken = {
    ...admin,
    db: { ...ctx.db, transaction: () => Promise.reject(new Error('connection lost')) },
  }
  await expect(bulkEditProducts(broken, [{ id, edition: 1, change: { price: 900 } }])).rejects.toThrow(
    'connection lost',
  )
})

test('only administrators edit products in bulk', async ({ ctx, customer }) => {
  await expect(bulkEditProducts(ctx, [])).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(bulkEditProducts(customer, [])).rejects.toMatchObject({ code: 'forbidden' })
})
