import sharp from 'sharp'
import { saveUpload } from '#core/media/save-upload.server.ts'
import { asAdmin } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/page-test.ts'

test('a product is created, stocked, published, duplicated, and archived', async ({ admin }) => {
  const [name, benefits] = ['Linden Balm', 'Benefits (one per line)']
  const form = await (await admin.open('/admin/products')).follow('New product')
  expect(form.heading).toBe('New product')
  const typed = { Name: name, 'Price (USD)': '1e3', [benefits]: 'Softens\n\nSmells of linden' }
  const refused = await form.submit('Create product', typed)
  expect(refused.field('Price (USD)').description).toMatch(/Enter a number/)
  for (const [label, value] of Object.entries(typed)) expect(refused.field(label).value).toBe(value)
  const miscounted = await refused.submit('Create product', { 'Price (USD)': '32.50', Stock: 'a few' })
  expect(miscounted.field('Stock').description).toContain('Enter a whole number, such as 24.')
  expect(miscounted.field('Name').value).toBe(name)
  const created = await miscounted.submit('Create product', { Stock: '' })
  expect(created.text).toContain('Product created')
  expect(created.heading).toContain(name)
  expect(created.field(benefits).value).toBe('Softens\nSmells of linden')

  const unavailable = await created.submit('Adjust stock', { 'Adjust by': '-1' })
  expect(unavailable.text).toContain('Only 0 in stock')
  const stocked = await unavailable.submit('Adjust stock', { 'Adjust by': '12' })
  expect(stocked.main).toContain('+12')
  const saved = await stocked.submit('Save', { Status: 'published' })
  expect(saved.text).toContain('Product saved')
  expect((await saved.follow('View in store')).heading).toBe(name)

  const copy = await saved.submit('Duplicate')
  expect(copy.field('Name').value).toBe(`${name} (copy)`)
  const discarded = await copy.submit('Discard copy')
  expect(discarded.text).toContain('Copy discarded')
  expect(discarded.heading).toBe(name)
  expect(discarded.field('Name').value).toBe(name)
  const archived = await (await discarded.submit('Duplicate')).submit('Archive product')
  expect(archived.field('Status').value).toBe('archived')
  const restored = await archived.submit('Undo')
  expect(restored.text).toContain('Product restored')
  expect(restored.field('Status').value).toBe('draft')
})

test('products are archived and restored together, and the list is filtered', async ({ ctx, admin }) => {
  const name = 'Amber Oil'
  await buildProduct(ctx, { name })
  await buildProduct(ctx, { name: `${name} (copy)`, status: 'draft' })
  const list = await admin.open(`/admin/products?q=${encodeURIComponent(name)}`)
  expect(list.rows('Products')).toHaveLength(2)
  const archived = await list.submit('Archive', { [`Select ${name}`]: true })
  expect(archived.text).toContain('1 product archived')
  const restored = await archived.submit('Undo')
  expect(restored.text).toContain('1 product restored')
  const published = await (await restored.follow('Published')).follow('Skincare')
  const sorted = await published.follow('Stock')
  expect(sorted.path).toMatch(/show=published&in=Skincare&sort=stock$/)
  expect(sorted.rows('Products')).toHaveLength(1)
})

test('a conflicting edit is reported and overwrites nothing', async ({ ctx, admin }) => {
  const { id } = await buildProduct(ctx)
  const [mine, theirs] = [
    await admin.open(`/admin/products/${id}`),
    await admin.open(`/admin/products/${id}`),
  ]
  const saved = await theirs.submit('Save', { Tagline: 'Of the other' })
  expect([saved.text, saved.field('Tagline').value]).toEqual([
    expect.stringContaining('Product saved'),
    'Of the other',
  ])
  const refused = await mine.submit('Save', { Tagline: 'Mine' })
  expect(refused.text).toContain('Someone else just updated this product')
  expect((await admin.open(`/admin/products/${id}`)).field('Tagline').value).toBe('Of the other')
  expect((await admin.open('/admin/products/prd_none')).status).toBe(404)
})

test('a refused barcode stays as it was typed', async ({ ctx, admin }) => {
  const { id } = await buildProduct(ctx)
  const typed = { 'Barcode (GTIN)': '4006381333932', 'Shade code': '12' }
  const refused = await (await admin.open(`/admin/products/${id}`)).submit('Save', typed)
  expect(refused.field('Barcode (GTIN)')).toMatchObject({
    value: '4006381333932',
    description: expect.stringContaining('valid GTIN'),
  })
  expect(refused.field('Shade code').value).toBe('12')
})

test('a new product gets its stock and a photo from Media, which a refused form still selects', async ({
  ctx,
  admin,
}) => {
  async function* body() {
    yield await sharp({ create: { width: 6, height: 8, channels: 3, background: '#803030' } })
      .png()
      .toBuffer()
  }
  await saveUpload(await asAdmin(ctx), { bucket: 'admin_uploads', name: 'vetiver.png', body: body() })
  const form = await admin.open('/admin/products/new')
  const typed = { Name: 'Vetiver Mist', 'Price (USD)': 'free', Stock: '12', SKU: 'VM-1', 'vetiver.png': true }
  const refused = await form.submit('Create product', typed)
  const created = await refused.submit('Create product', { 'Price (USD)': '28' })
  expect(created.heading).toContain('Vetiver Mist')
  expect(created.main).toContain('+12')
  expect(created.field('SKU').value).toBe('VM-1')
  expect(created.main).toContain('Remove photo 1')
  const removed = await created.submit('Remove photo 1')
  expect(removed.main).not.toContain('Remove photo 1')
  expect((await removed.submit('Undo the change of photos')).main).toContain('Remove photo 1')
})
