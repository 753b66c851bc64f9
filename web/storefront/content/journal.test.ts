import { findContent, listContent } from '#core/content/admin-content.server.ts'
import { document, heading, paragraph, picture, product } from '#core/content/build-rich-text.ts'
import { publish } from '#core/content/publish-content.server.ts'
import { createContent, saveDraft } from '#core/content/save-content.server.ts'
import { newId } from '#core/ids.ts'
import { contentSecurityPolicy } from '#server/http/security-headers.ts'
import { asAdmin, signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/page-test.ts'

test('a page of the owner has its own address, and policies have theirs', async ({ guest, ctx }) => {
  const admin = await asAdmin(ctx)
  const fields = {
    title: 'Our workshop',
    lead: 'Returns within {{return-days}} days.',
    description: 'Where we work.',
    body: document(
      heading('Where'),
      paragraph('In a former bakery.'),
      picture(newId('picture')),
      product(newId('product')),
    ),
  }
  const { id, version } = await createContent(admin, { kind: 'page', fields, navigation: 'footer' })
  expect((await guest.open('/pages/our-workshop')).status).toBe(404)
  await publish(admin, id, { version })
  const page = await guest.open('/pages/our-workshop')
  expect(page.heading).toBe('Our workshop')
  expect(page.main).toContain('Returns within 30 days. Where In a former bakery.')
  expect(page.links('Our workshop')).toEqual(['/pages/our-workshop'])
  expect((await guest.open('/pages/privacy')).path).toBe('/privacy')
})

test('an edited policy and the home page change with their content; drafts show only in the preview', async ({
  guest,
  admin,
  ctx,
}) => {
  const owner = await asAdmin(ctx)
  const contact = (await listContent(owner, { search: 'contact' })).rows.find(
    ({ slug }) => slug === 'contact',
  )
  if (!contact) throw new Error('The contact page is missing')
  const { id, version, content } = await findContent(owner, contact.id)
  const fields = { ...content.fields, lead: 'Write to {{support-email}}.' }
  const saved = await saveDraft(owner, id, { version, fields })
  expect((await guest.open('/contact')).main).toContain('A real person')
  const preview = await admin.open(`/preview/${id}`)
  expect(preview.main).toContain('Write to care@eternalbeauty.example.')
  expect(preview.html).toContain('<meta name="robots" content="noindex"/>')
  await publish(owner, id, { version: saved.version })
  expect((await guest.open('/contact')).main).toContain('Write to care@eternalbeauty.example.')
})

test('a preview is framed only by the store itself, is never stored, and needs an administrator', async ({
  store,
  connection,
  ctx,
}) => {
  const owner = await asAdmin(ctx)
  const { rows } = await listContent(owner, { kind: 'home' })
  const visitor = await signInVisitor(store, connection.db, { role: 'admin' })
  const { status, headers } = await visitor.get(`/preview/${rows[0]?.id}`)
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toContain('no-store')
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(contentSecurityPolicy([], { isFramed: true })).toContain("frame-ancestors 'self'")
  expect(contentSecurityPolicy([])).toContain("frame-ancestors 'none'")
  const guest = await store.visitor().get(`/preview/${rows[0]?.id}`)
  expect(guest.headers.get('location')).toContain('/admin/login')
})

test('a post has its picture, its products with prices, and its description for search engines', async ({
  guest,
  ctx,
}) => {
  const owner = await asAdmin(ctx)
  const serum = await buildProduct(ctx, { name: 'Amber Serum', price: 6800 })
  const fields = {
    title: 'Amber',
    description: 'Why it is amber.',
    author: 'Ines',
    pictureId: 'mood-skincare',
    body: document(paragraph('Pressed cold.'), product(serum.id)),
  }
  const { id, version } = await createContent(owner, { kind: 'post', fields })
  await publish(owner, id, { version })
  const page = await guest.open('/journal/amber')
  expect(page.main).toMatch(/Amber Serum.*\$68\.00/)
  expect(page.html).toContain('"@type":"Article"')
  expect(page.html).toContain('/media/mood-skincare-960.avif')
  const list = await guest.open('/journal')
  expect(list.links('Amber')).toContain('/journal/amber')
  await saveDraft(owner, id, { version: version + 1, slug: 'why-amber' })
  expect((await guest.open('/journal/amber')).path).toBe('/journal/why-amber')
})
