import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { previewOrderEmail } from '#core/orders/emails/preview-order-email.server.ts'
import { saveSetting } from '#core/settings/store-settings.server.ts'
import { DEFAULT_STORE_SETTINGS } from '#core/settings/store-settings.ts'
import { query } from '#db/sql.ts'
import { asAdmin, PASSWORD, signInVisitor } from '#test/accounts.ts'
import { buildOrder } from '#test/builders.ts'
import { loadPages } from '#test/pages.tsx'
import { plainBrowser } from '#test/plain-browser.ts'
import { test as base, expect } from '#test/store.ts'
import { createTestStore, type TestStore } from '#test/test-store.ts'
import { preparePageVisits } from '#test/visit-pages.ts'

const OLD_NAME = /eternal[\s_-]*beauty|house of quiet luxuries/i
const TEXTS = { homeTitle: 'Candles', description: 'Candles, poured in Lyon.', footer: 'Poured in Lyon.' }
const ENV = {
  ADMIN_SECOND_FACTOR: 'optional',
  STORE_DEMO: 'off',
  RATE_LIMITS: 'off',
  SMTP_URL: 'smtp://127.0.0.1:9',
  PUBLIC_URL: 'http://localhost:3000',
  ADMIN_EMAIL: 'owner@linden.example',
}

const pages = await loadPages()

/** A store that isn’t the demo, in which everything that names it is changed in Settings. */
const test = base.extend<{ store: TestStore }>({
  store: async ({ connection, ctx }, use) => {
    const actorId = 'usr_owner'
    const { store, emails } = DEFAULT_STORE_SETTINGS
    const details = {
      name: 'Maison Łinden',
      tagline: 'Candles from Lyon',
      email: 'hello@linden.example',
      phone: '1',
    }
    await saveSetting(ctx.db, { key: 'store', value: { ...store, ...details }, actorId })
    await saveSetting(ctx.db, { key: 'texts', value: TEXTS, actorId })
    const notificationEmail = 'owner@linden.example'
    await saveSetting(ctx.db, { key: 'emails', value: { ...emails, notificationEmail }, actorId })
    await use(createTestStore(connection, { pages, env: ENV }))
  },
})

const namesOldBrand = async (response: Response) =>
  OLD_NAME.exec([...response.headers].join('\n') + (await response.text()))?.[0]

test('no page shows the demo’s brand', { timeout: 60_000 }, async ({ ctx, store }) => {
  const visit = await preparePageVisits(ctx, store)
  const answers = await visit((visitor, path) => visitor.get(path))
  const pagesWithOldName: string[] = []
  for (const { role, pattern, response } of answers)
    if (await namesOldBrand(response)) pagesWithOldName.push(`${role} ${pattern}`)
  expect(pagesWithOldName).toEqual([])
  expect(answers.filter(({ response }) => response.status === 200).length).toBeGreaterThan(120)
})

test.for([
  '/manifest.webmanifest',
  '/robots.txt',
  '/.well-known/security.txt',
  '/sitemap.xml',
  '/sitemap/pages.xml',
  '/feeds/products.xml',
  '/journal/feed.xml',
  '/offline',
  '/api/openapi.json',
  '/api/docs',
  '/api/docs.css',
  '/favicon.svg',
  '/categories?category=Skincare',
  '/search?q=serum',
  '/contact.data',
])('%s doesn’t show the demo’s brand', async (path, { store }) => {
  const response = await store.visitor().get(path)
  expect(response.status).toBe(200)
  expect(await namesOldBrand(response)).toBeUndefined()
})

test.for(['/favicon.svg', '/icon-192.png', '/icon-512.png', '/share.jpg'])(
  '%s is not the demo’s',
  async (path, { store }) => {
    const bytes = Buffer.from(await (await store.visitor().get(path)).arrayBuffer())
    expect(bytes.equals(readFileSync(`demo/brand${path}`))).toBe(false)
  },
)

test.for(['home', 'skincare', 'makeup', 'haircare', 'fragrance'])(
  'the bundled picture %s, which has the demo’s name on its labels, is replaced',
  async (mood, { store }) => {
    const bytes = Buffer.from(await (await store.visitor().get(`/media/mood-${mood}.webp`)).arrayBuffer())
    expect(bytes.length).toBeGreaterThan(1000)
    expect(bytes.equals(readFileSync(`media/mood/${mood}.webp`))).toBe(false)
  },
)

test('an invoice and a packing slip have the store’s name only', async ({ ctx, connection, store }) => {
  const admin = await signInVisitor(store, connection.db, { role: 'admin' })
  const { number } = await buildOrder(ctx)
  for (const document of ['invoice', 'packing-slip']) {
    const text = await (await admin.get(`/admin/orders/${number}/${document}`)).text()
    expect(text).toContain('Maison Łinden')
    expect(OLD_NAME.exec(text)).toBeNull()
  }
})

test('emails have the store’s name only', async ({ ctx, connection, store }) => {
  const guest = plainBrowser(store.visitor())
  const email = 'grace@orchard.example'
  await (await guest.open('/signup')).submit('Sign Up', { Email: email, Password: PASSWORD })
  await (await guest.open('/signup')).submit('Sign Up', { Email: email, Password: PASSWORD })
  const Email = z.strictObject({ subject: z.string(), text: z.string(), html: z.string() })
  const emails = await query(
    connection.db,
    Email,
  )`select subject, body_text as text, body_html as html from emails`
  const sample = await previewOrderEmail(await asAdmin(ctx))
  expect(emails.length).toBeGreaterThan(1)
  for (const { subject, text, html } of [...emails, sample]) {
    expect(text).toContain('Maison Łinden')
    expect(OLD_NAME.exec(subject + text + html)).toBeNull()
  }
})

test('a customer’s own data names neither in its file nor in its format', async ({ connection, store }) => {
  const customer = await signInVisitor(store, connection.db)
  const file = await customer.post('/api/v1/profile/export', { password: PASSWORD })
  expect(file.status).toBe(200)
  expect(await namesOldBrand(file)).toBeUndefined()
})
