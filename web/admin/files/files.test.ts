import sharp from 'sharp'
import type { Context } from '#core/context.ts'
import { saveUpload } from '#core/media/save-upload.server.ts'
import type { Bucket } from '#core/media/upload.ts'
import { asAdmin } from '#test/accounts.ts'
import { expect, test } from '#test/page-test.ts'

async function upload(ctx: Context, bucket: Bucket, name: string) {
  const bytes = name.endsWith('.txt')
    ? Buffer.from('A note.')
    : await sharp({ create: { width: 6, height: 8, channels: 3, background: '#803030' } })
        .jpeg()
        .toBuffer()
  async function* body() {
    yield bytes
  }
  return saveUpload(await asAdmin(ctx), { bucket, name, body: body() })
}

test('an image without an alt text gets one', async ({ ctx, admin }) => {
  await upload(ctx, 'admin_uploads', 'rose.jpg')
  const media = await admin.open('/admin/media?show=undescribed')
  expect(media.main).toContain('rose.jpg')
  const label = 'Alt text for rose.jpg'
  const save = 'Save alt text for rose.jpg'
  const saved = await media.submit(save, { [label]: 'A rose' })
  expect(saved.main).not.toContain('rose.jpg')
  const all = await saved.follow('All')
  expect(all.field(label).value).toBe('A rose')
})

test('a page of Media has 24 images, and the next one has the others', async ({ ctx, admin }) => {
  for (let nth = 0; nth < 25; nth++) await upload(ctx, 'admin_uploads', `petal-${nth}.jpg`)
  const countImages = ({ main }: { main: string }) => main.match(/petal-\d+\.jpg(?= \d)/g)?.length
  const media = await admin.open('/admin/media?show=uploaded')
  expect(countImages(media)).toBe(24)
  expect(countImages(await media.follow('Next →'))).toBe(1)
})

test('images are JPEG, PNG, GIF, WebP, and SVG files', async ({ admin }) => {
  const media = await admin.open('/admin/media')
  expect(media.field('Files to upload').attributes).toMatchObject({
    type: 'file',
    accept: '.jpg,.jpeg,.png,.gif,.webp,.svg',
  })
})

test('a refused upload names the reason on its page once, and a link can’t', async ({ ctx, admin }) => {
  const file = 'content-disposition: form-data; name="file"; filename="a.constructor"'
  const response = await admin.request('POST', '/storage/admin_uploads?back=/admin/media', {
    text: `--x\r\n${file}\r\n\r\nbytes\r\n--x--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=x', origin: ctx.settings.origin },
  })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/admin/media'])
  expect((await admin.open('/admin/media')).main).toContain('Only images can be uploaded here')
  const later = await admin.open('/admin/media?refused=Send+your+password')
  expect(later.main).not.toMatch(/Only images can|Send your password/)
})

test('each folder names the files that it accepts', async ({ admin }) => {
  const acceptedBy = async (path: string) =>
    (await admin.open(path)).field('Files to upload').attributes.accept
  expect(await acceptedBy('/admin/uploads')).toBe('image/*,video/*,audio/*,.pdf,.doc,.docx,.txt')
  expect(await acceptedBy('/admin/media')).toBe('.jpg,.jpeg,.png,.gif,.webp,.svg')
})

test('a picture is deleted after a question', async ({ ctx, admin }) => {
  await upload(ctx, 'admin_uploads', 'lily.jpg')
  const question = await (await admin.open('/admin/media')).follow('Delete lily.jpg')
  expect(question.text).toContain('Are you sure you want to delete this file?')
  const deleted = await question.submit('Delete')
  expect(deleted.text).toContain('File deleted successfully')
  expect(deleted.main).not.toContain('lily.jpg')
  const again = await question.submit('Delete')
  expect([again.status, again.text]).toEqual([404, expect.stringContaining('Error deleting file')])
})

test('a file is deleted after a question, and several at once', async ({ ctx, admin }) => {
  for (const name of ['first.txt', 'second.txt', 'third.txt']) await upload(ctx, 'admin-uploads', name)
  const uploads = await admin.open('/admin/uploads?show=documents')
  const question = await uploads.follow('Delete first.txt')
  expect(question.text).toContain('Are you sure you want to delete this file?')
  const deleted = await question.submit('Delete')
  expect(deleted.path).toBe('/admin/uploads?show=documents')
  expect(deleted.text).toContain('File deleted successfully')
  expect(deleted.main).not.toContain('first.txt')
  const select = { 'Select second.txt': true, 'Select third.txt': true }
  const none = await deleted.submit('Delete files', select)
  expect(none.text).toContain('2 files deleted')
  expect(none.main).not.toMatch(/second.txt|third.txt/)
})

test('a file of the other folder is not deleted', async ({ ctx, admin }) => {
  const { path } = await upload(ctx, 'admin-uploads', 'note.txt')
  const response = await admin.request('POST', '/admin/media/delete', { form: { path } })
  expect(response.status).toBe(404)
  expect((await admin.open('/admin/uploads')).main).toContain('note.txt')
})
