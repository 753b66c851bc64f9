import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import type { Context } from '#core/context.ts'
import { saveUpload } from '#core/media/save-upload.server.ts'
import { publicPath } from '#core/media/upload.ts'
import { removeUpload } from '#core/media/uploads.server.ts'
import { DEFAULT_BRAND } from '#core/settings/brand-settings.ts'
import { asAdmin } from '#test/accounts.ts'
import { addPicture, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/file-store.ts'
import { startTestServer } from '#test/http/http-server.ts'
import { loadPages } from '#test/pages.tsx'
import type { TestVisitor } from '#test/test-store.ts'

const ICONS = ['/favicon.svg', '/icon-192.png', '/icon-512.png'] as const
type Visitor = { get(path: string): Promise<Response> }

const readBytes = async (visitor: Visitor, path: string) =>
  Buffer.from(await (await visitor.get(path)).arrayBuffer())
const demoFile = (path: string) => readFileSync(`demo/brand${path}`)
const picture = (width: number, height: number, background = '#0000ff') =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer()

async function upload(ctx: Context, name: string, bytes: Buffer) {
  async function* body() {
    yield bytes
  }
  return saveUpload(await asAdmin(ctx), { bucket: 'admin_uploads', name, body: body() })
}

/** The color of a pixel, such as #0000ff. */
async function colorAt(bytes: Buffer, left: number, top: number) {
  const pixel = { left, top, width: 1, height: 1 }
  const [red = 0, green = 0, blue = 0] = await sharp(bytes).extract(pixel).removeAlpha().raw().toBuffer()
  return `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Resets the brand, then changes it. */
async function changeBrand(admin: TestVisitor, brand: object, name = 'Eternal Beauty') {
  const { version } = await (await admin.get('/api/v1/admin/settings')).json()
  const { sharePicture, headingTypeface, textTypeface, ...rest } = DEFAULT_BRAND
  const untouched = {
    ...rest,
    share_picture: sharePicture,
    heading_typeface: headingTypeface,
    text_typeface: textTypeface,
  }
  return admin.patch('/api/v1/admin/settings', {
    version,
    store: { name },
    brand: { ...untouched, ...brand },
  })
}

const pathOf = ({ path }: { path: string }) => publicPath({ bucket: 'admin_uploads', path })

test('a store with another name has icons of its initials, and a share picture of its name', async ({
  admin,
  guest,
}) => {
  await changeBrand(admin, {}, 'Łucja Őri')
  for (const path of [...ICONS, '/share.jpg', '/icon-maskable-512.png'])
    expect((await readBytes(guest, path)).equals(demoFile(path.replace('maskable-', ''))), path).toBe(false)
  const sizes = await Promise.all(
    ['/icon-192.png', '/icon-maskable-512.png', '/share.jpg'].map(async (path) => {
      const { width, height, format } = await sharp(await readBytes(guest, path)).metadata()
      return [width, height, format]
    }),
  )
  expect(sizes).toEqual([
    [192, 192, 'png'],
    [512, 512, 'png'],
    [1200, 630, 'jpeg'],
  ])
  expect((await readBytes(guest, '/favicon.svg')).toString().match(/<path /g)).toHaveLength(2)
  const { icons } = await (await guest.get('/manifest.webmanifest')).json()
  expect(icons).toContainEqual({
    src: '/icon-maskable-512.png',
    sizes: '512x512',
    type: 'image/png',
    purpose: 'maskable',
  })
})

test('a name in another script has an icon, too', async ({ admin, guest }) => {
  await changeBrand(admin, {}, 'Ομορφιά')
  expect((await readBytes(guest, '/favicon.svg')).toString()).toContain('<circle')
  expect((await readBytes(guest, '/icon-192.png')).length).toBeGreaterThan(100)
  expect((await readBytes(guest, '/share.jpg')).length).toBeGreaterThan(100)
})

test('all icons are made from an uploaded one, with room around it where apps cut', async ({
  ctx,
  admin,
  guest,
}) => {
  const icon = await upload(ctx, 'icon.png', await picture(600, 600))
  await changeBrand(admin, {})
  const choice = { 'Initials of the name': false, 'icon.png': true }
  const saved = await (await admin.open('/admin/settings/brand')).submit('Save', choice)
  expect(saved.text).toContain('Settings saved')
  for (const path of ['/icon-192.png', '/icon-512.png'])
    expect(await colorAt(await readBytes(guest, path), 1, 1), path).toBe('#0000ff')
  const maskable = await readBytes(guest, '/icon-maskable-512.png')
  expect(await colorAt(maskable, 256, 256)).toBe('#0000ff')
  expect(await colorAt(maskable, 20, 20)).not.toBe('#0000ff')
  expect(await colorAt(await readBytes(guest, '/favicon.svg'), 32, 32)).toBe('#0000ff')
  const deletion = removeUpload(await asAdmin(ctx), 'admin_uploads', icon.path)
  await expect(deletion).rejects.toThrow('icon.png is part of the store’s brand.')
})

test('an SVG is an icon of every size', async ({ ctx, admin, guest }) => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#00f"/></svg>'
  const mark = await upload(ctx, 'mark.svg', Buffer.from(svg))
  expect((await changeBrand(admin, { icon: pathOf(mark) })).status).toBe(200)
  expect(await colorAt(await readBytes(guest, '/icon-512.png'), 3, 300)).toBe('#0000ff')
})

test.for([
  ['too small', 'small.png', () => picture(256, 256), '256 × 256'],
  ['not square', 'wide.png', () => picture(900, 600), 'Choose a square one.'],
  [
    'a photo',
    'photo.jpg',
    async () =>
      sharp(await picture(600, 600))
        .jpeg()
        .toBuffer(),
    'PNG or SVG',
  ],
] as const)('an icon that is %s is refused', async ([, name, make, message], { ctx, admin }) => {
  await changeBrand(admin, {})
  const icon = pathOf(await upload(ctx, name, await make()))
  const choice = { 'Initials of the name': false, [name]: true }
  const refused = await (await admin.open('/admin/settings/brand')).submit('Save', choice)
  expect(refused.status).toBe(400)
  expect(refused.main).toContain(message)
  expect((await (await changeBrand(admin, { icon })).json()).error.fields).toHaveProperty(['brand.icon'])
})

test('a wide picture is the share picture, and a product’s stands beside the name', async ({
  ctx,
  admin,
  guest,
}) => {
  const { pictureId } = await upload(ctx, 'wide.png', await picture(1600, 900))
  const share = async (share_picture: string | null) => {
    expect((await changeBrand(admin, { share_picture })).status).toBe(200)
    return readBytes(guest, '/share.jpg')
  }
  expect(await colorAt(await share(pictureId), 20, 20)).toMatch(/^#0[0-9a-f]0[0-9a-f]f[0-9a-f]$/)
  const tall = await upload(ctx, 'tall.png', await picture(900, 1200))
  const card = await share(tall.pictureId)
  expect(await colorAt(card, 1100, 300)).toMatch(/^#0[0-9a-f]0[0-9a-f]f[0-9a-f]$/)
  expect(await colorAt(card, 20, 20)).toMatch(/^#f[678]f[123]e[a-d]$/)
  expect((await share(null)).equals(demoFile('/share.jpg'))).toBe(true)
  const refused = await (await changeBrand(admin, { share_picture: 'pic_none' })).json()
  expect(refused.error.fields).toHaveProperty(['brand.share_picture'])
})

test('a share picture whose file is lost is one of the name', async ({ ctx, admin, guest }) => {
  const lost = await addPicture(ctx, (await buildProduct(ctx)).id)
  expect((await changeBrand(admin, { share_picture: lost }, 'Linden')).status).toBe(200)
  expect((await sharp(await readBytes(guest, '/share.jpg')).metadata()).width).toBe(1200)
})

const BRAND_PATH = '/admin/settings/brand'
function previewOf(look: object) {
  const { background, accent, headingTypeface, textTypeface } = { ...DEFAULT_BRAND, ...look }
  const fields = Object.entries({ background, accent, headingTypeface, textTypeface })
  return `/preview/brand?${new URLSearchParams(fields.map(([name, value]) => [`brand.${name}`, value]))}`
}

test('chosen colors and typefaces are on pages for shoppers and in the app, and not in the back office', async ({
  admin,
  guest,
}) => {
  await changeBrand(admin, {})
  const saved = await (await admin.open(BRAND_PATH)).submit('Save', {
    Background: '#EEF3F0',
    Accent: '#1d4d4f',
    Headings: 'cormorant',
    Text: 'manrope',
  })
  expect(saved.text).toContain('Settings saved')
  expect(saved.html).not.toContain('--color-paper:#eef3f0')
  const page = await guest.open('/contact')
  for (const part of ['--color-paper:#eef3f0;', '--color-rosewood:#1d4d4f;', '"Cormorant"', '"Manrope"'])
    expect(page.html).toContain(part)
  const [, style = ''] = /<style>(@layer theme[^<]*)<\/style>/.exec(page.html) ?? []
  expect(page.response.headers.get('content-security-policy')).toContain(
    `'sha256-${hash('sha256', style, 'base64')}'`,
  )
  expect(await (await guest.get('/offline')).text()).toContain('html{background:#eef3f0 ')
  const email = await (await admin.get('/admin/settings/emails/preview')).text()
  expect(email).toContain('margin:0;background:#eef3f0;')
  expect(email).not.toContain('#f7f2eb')
  const manifest = await (await guest.get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ background_color: '#eef3f0', theme_color: '#eef3f0' })
  await changeBrand(admin, {})
  expect((await guest.open('/contact')).html).not.toContain('@layer theme')
})

test('two whites are refused, and a pale accent is corrected and reported', async ({ admin, guest }) => {
  await changeBrand(admin, {})
  const form = await admin.open(BRAND_PATH)
  const refused = await form.submit('Save', { Background: '#ffffff', Accent: '#fffdfa' })
  expect(refused.status).toBe(400)
  expect(refused.field('Accent').description).toContain('This color is nearly the background')
  expect(refused.field('Accent').value).toBe('#fffdfa')
  const typo = await form.submit('Save', { Accent: 'red' })
  expect(typo.field('Accent').description).toContain('Enter a color such as #7a2e35.')
  const pale = await form.submit('Save', { Accent: '#e8a0b0' })
  expect(pale.text).toContain('#e8a0b0 has a contrast of 1.')
  const [, used = ''] = /the store uses the darker (#[0-9a-f]{6})/.exec(pale.main) ?? []
  expect((await guest.open('/contact')).html).toContain(`--color-rosewood:${used};`)
  const response = await changeBrand(admin, { background: '#ffffff', accent: '#ffffff' })
  expect((await response.json()).error.fields).toHaveProperty(['brand.accent'])
})

test('a brand is previewed by staff only, and before it is saved', async ({ admin, customer, guest }) => {
  await changeBrand(admin, {})
  const path = previewOf({ accent: '#1d4d4f', headingTypeface: 'jost' })
  const preview = await admin.open(path)
  expect(preview.status).toBe(200)
  expect(preview.html).toContain('--color-rosewood:#1d4d4f;')
  expect(preview.html).toContain('"Jost"')
  expect(preview.response.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(preview.response.headers.get('cache-control')).toContain('no-store')
  for (const visitor of [guest, customer]) expect((await visitor.get(path)).status).toBe(303)
  expect((await guest.open('/')).html).not.toContain('--color-rosewood:#1d4d4f')
  expect((await admin.open(previewOf({ accent: '#f7f2eb' }))).main).toContain('nearly the background')
  expect((await admin.open('/preview/brand')).status).toBe(200)
  const chosen = await (await admin.open(BRAND_PATH)).submit('Preview', { Accent: '#4a2b5e' })
  expect(chosen.html).toContain('--color-rosewood:#4a2b5e;')
  expect((await guest.open('/')).html).not.toContain('#4a2b5e')
})

test('a page in the store’s colors comes from the page cache', async ({ connection, admin }) => {
  await changeBrand(admin, { accent: '#1d4d4f' })
  const { request, cache } = await startTestServer({
    connection,
    pages: await loadPages(),
    env: { STORE_DEMO: 'on' },
  })
  const first = await request('/contact')
  expect(String(first.body)).toContain('--color-rosewood:#1d4d4f;')
  expect(cache.size()).toBeGreaterThan(0)
  const hits = cache.counts.hits
  expect(String((await request('/contact')).body)).toBe(String(first.body))
  expect(cache.counts.hits).toBe(hits + 1)
})
