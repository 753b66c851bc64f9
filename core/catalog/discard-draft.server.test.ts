import { z } from 'zod'
import { query } from '#db/sql.ts'
import { addPicture, buildOrder } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { findAdminProduct } from './admin-products.server.ts'
import { discardDraft } from './discard-draft.server.ts'
import { EMPTY_DRAFT } from './product-fields.ts'
import { createProduct, editProduct, setPublishStatus } from './save-product.server.ts'
import { adjustStock } from './stock.server.ts'

const createDraft = (admin: Context, name = 'Rose') =>
  createProduct(admin, { ...EMPTY_DRAFT, category: 'Skincare', name, price: 900 })

test('an untouched draft is discarded with its photos, once, and its slug is free again', async ({
  ctx,
  admin,
}) => {
  const { id, slug } = await createDraft(admin, 'Never Sold')
  await addPicture(ctx, id)
  const results = await Promise.allSettled([discardDraft(admin, id), discardDraft(admin, id)])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(findAdminProduct(admin, id)).rejects.toMatchObject({ code: 'not_found' })
  const audit = await query(ctx.db, z.strictObject({ action: z.string(), before: z.unknown() }))`
    select action, before from audit_entries where subject = ${id} and action = 'draft-discarded'`
  expect(audit).toEqual([{ action: 'draft-discarded', before: { name: 'Never Sold' } }])
  expect((await createDraft(admin, 'Never Sold')).slug).toBe(slug)
})

test.for<[string, (admin: Context, id: string) => Promise<unknown>]>([
  ['was edited', (admin, id) => editProduct(admin, id, { tagline: 'Soft.' })],
  ['is published', (admin, id) => setPublishStatus(admin, [id], 'published')],
  [
    'was published once',
    async (admin, id) => {
      await setPublishStatus(admin, [id], 'published')
      await setPublishStatus(admin, [id], 'draft')
    },
  ],
  ['has stock', (admin, id) => adjustStock(admin, id, { change: 1, reason: 'received' })],
  [
    'had stock',
    async (admin, id) => {
      await adjustStock(admin, id, { change: 1, reason: 'received' })
      await adjustStock(admin, id, { change: -1, reason: 'counted' })
    },
  ],
  ['was ordered', (admin, id) => buildOrder(admin, { lines: [{ productId: id, quantity: 1 }] })],
])('a product that %s is not discarded', async ([, change], { admin }) => {
  const { id } = await createDraft(admin)
  await change(admin, id)
  await expect(discardDraft(admin, id)).rejects.toMatchObject({
    code: 'conflict',
    message: 'This draft has changed or no longer exists, so it can’t be discarded. To hide it, archive it.',
  })
  expect(await findAdminProduct(admin, id)).toMatchObject({ id })
})

test('only administrators discard drafts', async ({ ctx, admin, customer }) => {
  const { id } = await createDraft(admin)
  await expect(discardDraft(ctx, id)).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(discardDraft(customer, id)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(discardDraft(admin, newId('product'))).rejects.toMatchObject({ code: 'conflict' })
})
