import { document, heading, paragraph, picture, product } from '#core/content/build-rich-text.ts'
import { publish } from '#core/content/publish-content.server.ts'
import { createContent } from '#core/content/save-content.server.ts'
import { newId } from '#core/ids.ts'
import { asAdmin } from '#test/accounts.ts'
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
