import { newId } from '#core/ids.ts'
import { execute } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import { setProductPictures } from '../set-product-pictures.server.ts'
import { findSecondPictureUrl } from './second-picture.server.ts'

test('a card’s second picture is the product’s second one, its only one, or its placeholder', async ({
  ctx,
  admin,
}) => {
  const insertPicture = async (width: number) => {
    const id = newId('picture')
    await execute(ctx.db)`
      insert into pictures (id, origin, alt, width, height, type, bytes)
      values (${id}, ${`bundled:products/${id}/1.webp`}, '', ${width}, 800, 'image/webp', 9)`
    return id
  }
  const [wide, narrow, tiny] = [await insertPicture(1600), await insertPicture(500), await insertPicture(100)]
  const product = await buildProduct(ctx)
  const second = () => findSecondPictureUrl(ctx.db, product.id)
  expect(await second()).toMatch(/^\/media\/placeholders\//)
  await setProductPictures(admin, product.id, [wide])
  expect(await second()).toBe(`/media/${wide}-640.webp`)
  await setProductPictures(admin, product.id, [wide, narrow])
  expect(await second()).toBe(`/media/${narrow}-500.webp`)
  await setProductPictures(admin, product.id, [wide, tiny])
  expect(await second()).toBe(`/media/${tiny}-100.webp`)
})

test('an unpublished or unknown product has none', async ({ ctx }) => {
  const { id } = await buildProduct(ctx, { status: 'draft' })
  expect(await findSecondPictureUrl(ctx.db, id)).toBeUndefined()
  expect(await findSecondPictureUrl(ctx.db, 'x')).toBeUndefined()
})
