import { z } from 'zod'
import { execute, query } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { findAdminProduct } from './admin-products.server.ts'
import { setProductPictures } from './set-product-pictures.server.ts'

async function buildPictures({ db }: Context, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId('picture'))
  await execute(db)`
    insert into pictures (id, origin, width, height, type, bytes)
    select id, 'storage/' || id, 3, 4, 'image/png', 9 from unnest(${ids}::text[]) id`
  return ids
}

const findPictureIds = async (admin: Context, id: string) =>
  (await findAdminProduct(admin, id)).images.map((image) => image.id)

test('a product shows its photos in the chosen order, each once', async ({ ctx, admin }) => {
  const { id } = await buildProduct(ctx)
  const [one = '', two = '', three = ''] = await buildPictures(ctx, 3)
  await setProductPictures(admin, id, [three, one])
  await setProductPictures(admin, id, [one, two, three, one])
  expect(await findPictureIds(admin, id)).toEqual([one, two, three])
  await setProductPictures(admin, id, [])
  expect(await findPictureIds(admin, id)).toEqual([])
})

test('a product has up to 12 photos', async ({ ctx, admin }) => {
  const { id } = await buildProduct(ctx)
  const pictures = await buildPictures(ctx, 13)
  await expect(setProductPictures(admin, id, pictures)).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'A product can have up to 12 photos.',
  })
  const twelve = pictures.slice(1)
  await setProductPictures(admin, id, [...twelve, ...twelve])
  expect(await findPictureIds(admin, id)).toEqual(twelve)
})

test('a photo that was deleted meanwhile is refused, and the product keeps the ones it has', async ({
  ctx,
  admin,
}) => {
  const { id } = await buildProduct(ctx)
  const [picture = ''] = await buildPictures(ctx, 1)
  await setProductPictures(admin, id, [picture])
  await expect(setProductPictures(admin, id, [newId('picture'), picture])).rejects.toMatchObject({
    code: 'not_found',
    message: 'One of these photos no longer exists. Reload the page and choose again.',
  })
  expect(await findPictureIds(admin, id)).toEqual([picture])
  await expect(setProductPictures(admin, newId('product'), [picture])).rejects.toThrow('Product not found.')
})

test('of two orders saved at once, one is saved whole', async ({ ctx, admin }) => {
  const { id } = await buildProduct(ctx)
  const pictures = await buildPictures(ctx, 6)
  const orders = [pictures, pictures.toReversed(), pictures.slice(0, 3)]
  await Promise.all(orders.map((order) => setProductPictures(admin, id, order)))
  expect(orders).toContainEqual(await findPictureIds(admin, id))
})

test('the audit log has the photos before and after', async ({ ctx, admin }) => {
  const { id } = await buildProduct(ctx)
  const [one = '', two = ''] = await buildPictures(ctx, 2)
  await setProductPictures(admin, id, [one])
  await setProductPictures(admin, id, [two, one])
  const entries = await query(
    ctx.db,
    z.strictObject({ before: z.array(z.string()), after: z.array(z.string()) }),
  )`
    select before, after from audit_entries where subject = ${id} order by id`
  expect(entries).toEqual([
    { before: [], after: [one] },
    { before: [one], after: [two, one] },
  ])
})

test('only administrators choose photos', async ({ ctx, customer }) => {
  const { id } = await buildProduct(ctx)
  await expect(setProductPictures(ctx, id, [])).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(setProductPictures(customer, id, [])).rejects.toMatchObject({ code: 'forbidden' })
})
