import { z } from 'zod'
import { createCollection, findAdminCollection } from '#core/catalog/collections/manage-collections.server.ts'
import {
  findContentUsingPicture,
  findContentUsingPictures,
} from '#core/content/content-using-picture.server.ts'
import { execute, queryColumn } from '#db/sql.ts'
import { buildActor } from '#test/accounts.ts'
import { addPicture, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/page-test.ts'

const LINES = 'Products (one per line)'

test('a collection of chosen products is created, corrected, shown, and deleted', async ({
  admin,
  guest,
  ctx,
}) => {
  await buildProduct(ctx, { name: 'Fig Candle', slug: 'fig-candle' })
  await buildProduct(ctx, { name: 'Oud Candle', slug: 'oud-candle' })
  const list = await (await admin.open('/admin/products')).follow('Collections')
  const form = await list.follow('New collection')
  const refused = await form.submit('Create collection', {
    Name: 'Évening Light',
    [LINES]: 'oud-candle\nnone',
  })
  expect(refused.field(LINES)).toMatchObject({
    value: 'oud-candle\nnone',
    description: expect.stringContaining('Line 2: no product has the SKU or slug “none”.'),
  })
  const created = await refused.submit('Create collection', { [LINES]: 'oud-candle\nfig-candle' })
  expect(created.text).toContain('Collection created')

  const page = await guest.open('/collections/evening-light')
  expect(page.heading).toBe('Évening Light')
  expect(page.text.indexOf('Oud Candle')).toBeLessThan(page.text.indexOf('Fig Candle'))

  const details = await (await admin.open('/admin/products/collections')).follow('Évening Light')
  expect(details.field(LINES).value).toBe('oud-candle\nfig-candle')
  const deleted = await details.submit('Delete Évening Light')
  expect(deleted.text).toContain('Collection deleted')
  expect((await guest.get('/collections/evening-light')).status).toBe(404)
})

test('a collection by rule keeps its conditions, and needs one', async ({ admin, guest, ctx }) => {
  const { id } = await buildProduct(ctx, { name: 'Willow Comb', price: 1500 })
  await execute(ctx.db)`update products set brand = 'Willow & Co' where id = ${id}`
  const form = await admin.open('/admin/products/collections/new')
  const typed = { Name: 'Willow', 'Products are': 'rule' }
  const refused = await form.submit('Create collection', typed)
  expect(refused.text).toContain('Enter at least one condition.')
  const wrong = await refused.submit('Create collection', { Brand: 'Willow & Co', 'Price to (USD)': '2o' })
  expect(wrong.field('Price to (USD)').description).toContain('Enter a number')
  await wrong.submit('Create collection', { 'Price to (USD)': '20' })
  expect((await guest.open('/collections/willow')).text).toContain('Willow Comb')
  const details = await (await admin.open('/admin/products/collections')).follow('Willow')
  expect(details.field('Brand').value).toBe('Willow & Co')
  expect(details.field('Price to (USD)').value).toBe('20.00')
})

test('a collection’s picture is on its page and beside shared links, and listed as a use, until it is deleted', async ({
  admin,
  guest,
  ctx,
}) => {
  const owner = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const pictureId = await addPicture(ctx, (await buildProduct(ctx)).id)
  const { id } = await createCollection(owner, { name: 'Pictured', pictureId })
  const page = await guest.open('/collections/pictured')
  expect(page.html).toContain(
    `<meta property="og:image" content="http://localhost:3000/media/${pictureId}.webp"`,
  )
  expect(page.html).toContain(`/media/${pictureId}-640.avif`)
  const [collection] = (await (await guest.get('/api/v1/collections')).json()).data
  expect(collection.image_url).toBe(`/media/${pictureId}.webp`)

  const details = await admin.open(`/admin/products/collections/${id}`)
  await details.submit('Save', { Description: 'With a picture.' })
  expect(await findAdminCollection(owner, id)).toMatchObject({ description: 'With a picture.', pictureId })
  expect(await findContentUsingPicture(owner, pictureId)).toEqual([{ id, name: 'Pictured' }])
  expect(await findContentUsingPictures(owner, [pictureId])).toEqual([
    { pictureId, id, name: 'Pictured', kind: 'collection' },
  ])

  await execute(ctx.db)`delete from product_pictures where picture_id = ${pictureId}`
  await execute(ctx.db)`delete from catalog_changes`
  await execute(ctx.db)`delete from pictures where id = ${pictureId}`
  expect(await queryColumn(ctx.db, z.string())`select product_id from catalog_changes`).toEqual(['settings'])
  expect((await guest.open('/collections/pictured')).html).not.toContain(pictureId)
})
