import sharp from 'sharp'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/file-store.ts'
import { uploadByForm } from '#test/http/upload-form.ts'
import { findAll, textOf } from '#test/markup.ts'

async function picture(name: string, background: string) {
  const png = sharp({ create: { width: 30, height: 40, channels: 3, background } }).png()
  return { name, content: new Uint8Array(await png.toBuffer()) }
}

test('without scripts, files are uploaded together, opened, and gone once they are deleted', async ({
  admin,
}) => {
  const uploaded = await uploadByForm(admin, '/admin/uploads', [
    { name: 'notes.txt', content: 'One' },
    { name: 'notes-two.txt', content: 'Two' },
  ])
  expect([uploaded.path, uploaded.text]).toEqual([
    '/admin/uploads',
    expect.stringContaining('File uploaded successfully'),
  ])
  expect(uploaded.links('notes-two.txt')).toHaveLength(1)
  const [url = ''] = uploaded.links('notes.txt')
  expect(await (await admin.get(url)).text()).toBe('One')
  const refused = await uploadByForm(admin, '/admin/uploads', [
    { name: 'notes.pdf', content: 'no document at all' },
  ])
  const alerts = findAll(refused.root, ({ attributes }) => attributes.role === 'alert').map(textOf)
  expect(alerts.join()).toContain('content doesn’t match its')
  const question = await refused.follow('Delete notes.txt')
  expect(question.text).toContain('Are you sure you want to delete this file?')
  const cancelled = await question.follow('Cancel')
  expect(cancelled.text).not.toContain('Are you sure you want to delete this file?')
  const deleted = await question.submit('Delete')
  expect(deleted.text).toContain('File deleted successfully')
  expect(deleted.links('notes.txt')).toEqual([])
  expect((await admin.get(url)).status).toBe(404)
})

test('without scripts, pictures are uploaded with alt text in the older layout', async ({ admin }) => {
  const path = '/legacy-admin/media'
  const media = await admin.open(path)
  expect(media.field('Files to upload').attributes.accept).toBe('.jpg,.jpeg,.png,.gif,.webp,.svg')
  const uploaded = await uploadByForm(admin, path, [await picture('rose.png', '#803030')])
  const [card = uploaded.root] = findAll(
    uploaded.root,
    ({ tag, attributes }) => tag === 'article' && attributes['aria-label'] === 'rose.png',
  )
  const [image] = findAll(card, ({ tag }) => tag === 'img')
  expect((await admin.get(image?.attributes.src ?? '')).headers.get('content-type')).toBe('image/png')
  const saved = await uploaded.submit('Save alt text for rose.png', {
    'Alt text for rose.png': 'A red square',
  })
  expect(findAll(saved.root, ({ attributes }) => attributes.alt === 'A red square')).toHaveLength(1)
  const deleted = await (await saved.follow('Delete rose.png')).submit('Delete')
  expect(deleted.path).toMatch(/^\/legacy-admin\/media/)
  expect(deleted.main).not.toContain('rose.png')
})

test('without scripts, photos are uploaded on the product’s page, reordered, removed, and restored', async ({
  ctx,
  admin,
}) => {
  const { id } = await buildProduct(ctx, { name: 'Pictured' })
  const path = `/admin/products/${id}`
  const names = ['photo-one.png', 'photo-two.png']
  let page = await uploadByForm(admin, path, [
    await picture('photo-one.png', '#305080'),
    await picture('photo-two.png', '#803030'),
  ])
  expect(page.path).toBe(path)
  const photos = () =>
    findAll(page.root, ({ attributes }) => attributes['aria-label'] === 'Product photos')
      .flatMap((list) => findAll(list, ({ tag }) => tag === 'img'))
      .map(({ attributes }) => attributes.src)
  for (const name of names) page = await page.submit(`Add ${name}`)
  const [first, second] = photos()
  expect(photos()).toEqual([expect.any(String), expect.any(String)])
  page = await page.submit('Move photo 2 earlier')
  expect(photos()).toEqual([second, first])
  page = await page.submit('Move photo 1 later')
  expect(photos()).toEqual([first, second])
  page = await page.submit('Remove photo 1')
  expect(photos()).toEqual([second])
  page = await page.submit('Undo the change of photos')
  expect(photos()).toEqual([first, second])
  page = await page.submit('Remove photo 1')

  const media = await admin.open('/admin/media?q=photo-&sort=name')
  expect(findAll(media.root, ({ tag }) => tag === 'article')).toHaveLength(2)
  const deleted = await media.submit(
    'Delete files',
    Object.fromEntries(names.map((name) => [`Select ${name}`, true])),
  )
  expect(deleted.text).toContain('2 files deleted')
  expect(findAll(deleted.root, ({ tag }) => tag === 'article')).toEqual([])
})

test('a logo that was uploaded to Media replaces the store’s name', async ({ admin, guest }) => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30" width="90" height="30"><rect width="90" height="30"/></svg>'
  await uploadByForm(admin, '/admin/media', [{ name: 'linden.svg', content: svg }])
  const settings = await admin.open('/admin/settings/store')
  const saved = await settings.submit('Save', { 'Show the name': false, 'linden.svg': true })
  expect(saved.text).toContain('Settings saved')
  const home = await guest.open('/')
  const [header = home.root] = findAll(home.root, ({ tag }) => tag === 'header')
  const [logo] = findAll(header, ({ tag }) => tag === 'img')
  expect(logo?.attributes.src).toMatch(/^\/storage\/public\/admin_uploads\/pictures\/\w+\.svg$/)
  const served = await guest.get(logo?.attributes.src ?? '')
  expect([served.status, served.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('image/svg+xml'),
  ])
  expect(await served.text()).toContain('viewBox="0 0 90 30"')
})
