import { bulkEditProducts } from '#core/catalog/change-many.server.ts'
import { findAdminProduct } from '#core/catalog/every-product.server.ts'
import { editProduct } from '#core/catalog/keep-products.server.ts'
import { buildActor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { gridCells } from './grid-cells.ts'
import { readGrid } from './read-grid.ts'

test('only cells that say something else are kept, each row for itself', async ({ ctx }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const build = async () => findAdminProduct(admin, (await buildProduct(ctx)).id)
  const [kept, stale, wrong, same, short, gone] = await Promise.all([1, 2, 3, 4, 5, 6].map(build))
  if (!kept || !stale || !wrong || !same || !short || !gone) throw new Error('Not built')
  const form = new FormData()
  form.set('reason', 'received')
  const typed: [typeof kept, Record<string, string>][] = [
    [kept, { price: '52', originalPrice: '60', stock: '+4', status: 'draft', category: 'Makeup' }],
    [stale, { price: '9' }],
    [wrong, { price: '1e3', originalPrice: '1' }],
    [same, { price: '48', featured: 'no', stock: '' }],
    [short, { stock: '-99', price: '11' }],
    [{ ...gone, id: 'prd_gone' }, { price: '1' }],
  ]
  for (const [sheet, cells] of typed) {
    form.append('row', sheet.id)
    form.set(`${sheet.id}.edition`, String(sheet.edition))
    form.set(`${sheet.id}.was`, JSON.stringify(gridCells(sheet)))
    for (const [field, cell] of Object.entries(cells)) form.set(`${sheet.id}.${field}`, cell)
  }
  await editProduct(admin, stale.id, { tagline: 'Of another' })
  const { edits, fields } = readGrid(form)
  expect(fields).toEqual({ [`${wrong.id}.price`]: expect.stringContaining('plain digits') })
  expect(edits.map(({ id }) => id)).toEqual([kept.id, stale.id, short.id, 'prd_gone'])
  const { saved: done, failed: unkept } = await bulkEditProducts(admin, edits)
  expect(done).toEqual([kept.id])
  expect(unkept).toEqual([
    { id: stale.id, fields: {}, row: expect.stringContaining('Somebody else changed') },
    { id: short.id, fields: { stock: 'There are only 10.' } },
    { id: 'prd_gone', fields: {}, row: 'There is no such product.' },
  ])
  expect(await findAdminProduct(admin, kept.id)).toMatchObject({
    price: 5200,
    originalPrice: 6000,
    stock: 14,
    status: 'draft',
    category: 'Makeup',
    edition: 2,
  })
  expect(await findAdminProduct(admin, stale.id)).toMatchObject({ price: 4800, tagline: 'Of another' })
  expect(await findAdminProduct(admin, same.id)).toMatchObject({ edition: 1 })
  expect(await findAdminProduct(admin, short.id)).toMatchObject({ price: 1100, stock: 10 })
  await expect(bulkEditProducts(ctx, edits)).rejects.toMatchObject({ code: 'unauthenticated' })
})
