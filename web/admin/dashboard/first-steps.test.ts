import { signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { findAll, textOf } from '#test/markup.ts'
import { loadPages } from '#test/pages.tsx'
import { type PlainPage, plainBrowser } from '#test/plain-browser.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

const OUTSIDE_DEMO = {
  STORE_DEMO: 'off',
  DATABASE_URL: 'postgres://store',
  PUBLIC_URL: 'http://localhost:3000',
  ADMIN_EMAIL: 'owner@orchard.example',
  ADMIN_SECOND_FACTOR: 'optional',
  SMTP_URL: 'smtp://127.0.0.1:1',
  RATE_LIMITS: 'off',
}

const stepsOf = (page: PlainPage) =>
  findAll(page.root, ({ attributes }) => attributes['aria-label'] === 'First steps')
    .flatMap((list) => findAll(list, ({ tag }) => tag === 'a'))
    .map((link) => [
      textOf(link)
        .replace(/[^\w ]/g, '')
        .trim(),
      link.attributes.href,
    ])

test('a new store’s dashboard lists first steps, each checked off once it is done, instead of “all caught up”', async ({
  ctx,
  connection,
}) => {
  const store = createTestStore(connection, { env: OUTSIDE_DEMO, pages: await loadPages() })
  const admin = plainBrowser(await signInVisitor(store, ctx.db, { role: 'admin' }))
  const dashboard = await admin.open('/admin')
  expect(dashboard.main).not.toContain('all caught up')
  expect(stepsOf(dashboard)).toEqual([
    ['Enter store details', '/admin/settings/store'],
    ['Check shipping', '/admin/settings/shipping'],
    ['Check regions and currencies', '/admin/settings/regions'],
    ['Check tax', '/admin/settings/tax'],
    ['Set up card payments', '/admin/settings/payments'],
    ['Add your first product', '/admin/products/new'],
    ['Publish a product', '/admin/products'],
    ['Publish your policies', '/admin/content'],
    ['Open the store Done', '/admin/settings/store'],
  ])
  const readiness = await admin.open('/admin/readiness')
  expect(readiness.main).toContain('Missing, or still the initial ones: name, email, phone, address.')
  expect(readiness.links('Check shipping')).toEqual(['/admin/settings/shipping'])

  await (await admin.open('/admin/settings/shipping')).submit('Save')
  await buildProduct(ctx)
  const done = stepsOf(await admin.open('/admin')).filter(([text]) => text?.endsWith('Done'))
  expect(done.map(([text]) => text)).toEqual([
    'Check shipping Done',
    'Add your first product Done',
    'Publish a product Done',
    'Open the store Done',
  ])
  const payments = await admin.open('/admin/settings/payments')
  expect(payments.main).toContain('STRIPE_WEBHOOK_SECRET')
  expect(payments.main).toContain('http://localhost:3000/api/webhooks/stripe')
  expect(payments.main).toContain('charge.dispute.created')

  const dismissed = await (await admin.open('/admin')).submit('Dismiss these steps')
  expect(dismissed.path).toBe('/admin')
  expect(stepsOf(dismissed)).toEqual([])
})
