import { findAdminProduct } from '#core/catalog/admin-products.server.ts'
import { bulkEditProducts } from '#core/catalog/bulk-edit.server.ts'
import { editProduct } from '#core/catalog/save-product.server.ts'
import { buildActor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { gridCells } from './product-grid-cells.ts'
import { readProductGrid } from './read-product-grid.ts'

test('only changed cells are saved, and each row succeeds or fails on its own', async ({ ctx }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const build = async () => findAdminProduct(admin, (await buildProduct(ctx)).id)
  const [edited, stale, invalid, unchanged, understocked, deleted] = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(build),
  )
  if (!edited || !stale || !invalid || !unchanged || !understocked || !deleted) throw new Error('Not built')
  const form = new FormData()
  form.set('reason', 'received')
  const typedCells: [typeof edited, Record<string, string>][] = [
    [edited, { price: '52', originalPrice: '60', stock: '+4', status: 'draft', category: 'Makeup' }],
    [stale, { price: '9' }],
    [invalid, { price: '1e3', originalPrice: '1' }],
    [unchanged, { price: '48', featured: 'no', stock: '' }],
    [understocked, { stock: '-99', price: '11' }],
    [{ ...deleted, id: 'prd_deleted' }, { price: '1' }],
  ]
  for (const [product, cells] of typedCells) {
    form.append('row', product.id)
    form.set(`${product.id}.edition`, String(product.edition))
    form.set(`${product.id}.was`, JSON.stringify(gridCells(product)))
    for (const [field, cell] of Object.entries(cells)) form.set(`${product.id}.${field}`, cell)
  }
  await editProduct(admin, stale.id, { tagline: 'From another admin' })
  const { edits, fields } = readProductGrid(form)
  expect(fields).toEqual({ [`${invalid.id}.price`]: expect.stringContaining('Enter a number') })
  expect(edits.map(({ id }) => id)).toEqual([edited.id, stale.id, understocked.id, 'prd_deleted'])
  const { saved: savedIds, failed: rejected } = await bulkEditProducts(admin, edits)
  expect(savedIds).toEqual([edited.id])
  expect(rejected).toEqual([
    { id: stale.id, fields: {}, row: expect.stringContaining('Someone else just updated') },
    { id: understocked.id, fields: { stock: 'Only 10 in stock.' } },
    { id: 'prd_deleted', fields: {}, row: 'Product not found.' },
  ])
  expect(await findAdminProduct(admin, edited.id)).toMatchObject({
    price: 5200,
    originalPrice: 6000,
    stock: 14,
    status: 'draft',
    category: 'Makeup',
    edition: 2,
  })
  expect(await findAdminProduct(admin, stale.id)).toMatchObject({
    price: 4800,
    tagline: 'From another admin',
  })
  expect(await findAdminProduct(admin, unchanged.id)).toMatchObject({ edition: 1 })
  expect(await findAdminProduct(admin, understocked.id)).toMatchObject({ price: 1100, stock: 10 })
  await expect(bulkEditProducts(ctx, edits)).rejects.toMatchObject({ code: 'unauthenticated' })
})
