import { buildActor } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import type { Context } from '../context.ts'
import { findAdminProduct, listAdminProducts } from './admin-products.server.ts'
import { discardDraft } from './discard-draft.server.ts'
import { EMPTY_DRAFT } from './product-fields.ts'
import { findProduct } from './products.server.ts'
import {
  createProduct,
  duplicateProduct,
  editProduct,
  restorePublishStatus,
  setPublishStatus,
} from './save-product.server.ts'
import { adjustStock } from './stock.server.ts'

const draft = {
  ...EMPTY_DRAFT,
  category: 'Skincare',
  name: 'Crème Brûlée Balm',
  price: 3200,
  benefits: ['Soft', 'Warm, "rich"'],
}

async function asAdmin(ctx: Context): Promise<Context> {
  return { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
}

test('an edit that isn’t saved yet delays no order of the product', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id } = await buildProduct(ctx)
  await ctx.db.transaction(async (tx) => {
    await setPublishStatus({ ...admin, db: tx }, [id], 'archived')
    await expect(buildOrder(ctx, { lines: [{ productId: id, quantity: 1 }] })).resolves.toBeTruthy()
  })
})

test('a product is created as a draft, edited, published, copied, and archived', async ({
  ctx,
  connection,
}) => {
  const admin = await asAdmin(ctx)
  const created = await createProduct(admin, draft)
  expect(created).toMatchObject({
    slug: 'creme-brulee-balm',
    status: 'draft',
    stock: 0,
    edition: 1,
    benefits: draft.benefits,
  })
  await expect(findProduct(ctx, created.id)).rejects.toThrow('no longer available')
  const duplicateName = await createProduct(admin, draft)
  expect(duplicateName.slug).toMatch(/^creme-brulee-balm-[0-9a-z]{6}$/)
  const changed = await editProduct(admin, created.id, { edition: 1, status: 'published', price: 3400 })
  expect(changed).toMatchObject({ edition: 2, price: 3400, name: draft.name })
  expect((await findProduct(ctx, created.id)).price).toBe(3400)
  const copy = await duplicateProduct(admin, created.id)
  expect(copy).toMatchObject({ name: 'Crème Brûlée Balm (copy)', status: 'draft', price: 3400 })
  await expect(discardDraft(admin, created.id)).rejects.toMatchObject({ code: 'conflict' })
  const secondCopy = await duplicateProduct(admin, created.id)
  await discardDraft(admin, secondCopy.id)
  await expect(findAdminProduct(admin, secondCopy.id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(discardDraft(ctx, copy.id)).rejects.toMatchObject({ code: 'unauthenticated' })
  const stocked = await duplicateProduct(admin, created.id)
  await adjustStock(admin, stocked.id, { change: 1, reason: 'received' })
  await expect(discardDraft(admin, stocked.id)).rejects.toMatchObject({ code: 'conflict' })
  await setPublishStatus(admin, [stocked.id], 'published')
  const archived = await setPublishStatus(admin, [created.id, copy.id, duplicateName.id], 'archived')
  expect(archived.map(({ was }) => was).sort()).toEqual(['draft', 'draft', 'published'])
  expect(await setPublishStatus(admin, [created.id], 'archived')).toEqual([])
  expect(await restorePublishStatus(admin, archived)).toBe(3)
  expect((await findAdminProduct(admin, created.id)).status).toBe('published')
  expect(await setPublishStatus(admin, [created.id, copy.id, duplicateName.id], 'archived')).toHaveLength(3)
  const { rows } = await connection.pool.query(
    `select before, after from audit_entries where action = 'product-changed'`,
  )
  expect(rows).toEqual([
    { before: { price: 3200, status: 'draft' }, after: { price: 3400, status: 'published' } },
  ])
  expect((await listAdminProducts(admin, { filter: 'archived' })).rows).toHaveLength(3)
  expect((await listAdminProducts(admin, { search: 'CRÈME' })).rows).toHaveLength(4)
})

test('of two simultaneous edits the second is refused; a stock change is not an edit', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id } = await buildProduct(ctx, { stock: 1 })
  const { edition } = await findAdminProduct(admin, id)
  await adjustStock(admin, id, { change: -1, reason: 'counted' })
  await editProduct(admin, id, { edition, tagline: 'First' })
  await expect(editProduct(admin, id, { edition, tagline: 'Second' })).rejects.toMatchObject({
    code: 'conflict',
  })
  expect((await findAdminProduct(admin, id)).tagline).toBe('First')
  const latestEdition = (await findAdminProduct(admin, id)).edition
  const results = await Promise.allSettled(
    ['one', 'two'].map((tagline) => editProduct(admin, id, { edition: latestEdition, tagline })),
  )
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('the list can be filtered by status and category at once, and sorted by stock', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  for (const [name, stock, category] of [
    ['a', 7, 'Makeup'],
    ['b', 0, 'Makeup'],
    ['c', 7, 'Skincare'],
    ['d', 2, 'Makeup'],
  ] as const)
    await buildProduct(ctx, { name, stock, category })
  const names = async (query: object) =>
    (await listAdminProducts(admin, query)).rows.map(({ name }) => name).join('')
  expect(await names({ scope: 'Makeup', sort: 'stock' })).toBe('bda')
  expect(await names({ scope: 'Makeup', filter: 'low', sort: 'stock-down' })).toBe('db')
  const first = await listAdminProducts(admin, { sort: 'stock', limit: 2 })
  expect(await names({ sort: 'stock', limit: 2, cursor: first.next ?? '' })).toBe('ac')
  expect(await names({ scope: 'No such' })).toHaveLength(4)
})
