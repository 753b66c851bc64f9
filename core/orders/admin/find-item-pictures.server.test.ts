import { execute } from '#db/sql.ts'
import { asAdmin } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { findOrder } from '../find-order.server.ts'
import { findItemPictures } from './find-item-pictures.server.ts'

test('each item has its product’s first picture or a placeholder, also once it is archived', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const { id } = await buildProduct(ctx)
  const lines = [{ productId: id, quantity: 1 }]
  const order = await findOrder(admin, (await buildOrder(ctx, { lines })).number)
  const picture = { id: 'rose', url: '/media/rose.jpg', width: 900, height: 1200, alt: 'A rose', preview: '' }
  await execute(ctx.db)`
    update products set status = 'archived', images = ${JSON.stringify([picture])} where id = ${id}`
  expect(await findItemPictures(admin, order)).toEqual({ [id]: picture })
  await execute(ctx.db)`update products set images = '[]' where id = ${id}`
  expect((await findItemPictures(admin, order))[id]?.url).toMatch(/^\/media\/placeholders\/P\d\.svg$/)
  await expect(findItemPictures(ctx, order)).rejects.toMatchObject({ code: 'unauthenticated' })
})
