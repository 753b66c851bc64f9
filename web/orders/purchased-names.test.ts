import { createFamily, editFamily } from '#core/catalog/families/save-family.server.ts'
import { EMPTY_DRAFT } from '#core/catalog/product-fields.ts'
import { findProduct } from '#core/catalog/products.server.ts'
import { editProduct } from '#core/catalog/save-product.server.ts'
import { shipOrder } from '#core/orders/admin/ship-orders.server.ts'
import { findOrder } from '#core/orders/find-order.server.ts'
import { refundOrder } from '#core/orders/refunds/refund-order.server.ts'
import { requestReturn } from '#core/orders/returns/returns.server.ts'
import { updateOrderStatus } from '#core/orders/update-order-status.server.ts'
import { writeReview } from '#core/reviews/write-review.server.ts'
import { findSession } from '#sandbox/checkout-sessions.ts'
import { paymentPage } from '#sandbox/payment-page.ts'
import { asAdmin, contextForVisitor, findSentEmails, signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/card-store.ts'
import { newIdempotencyKey } from '#test/checkout.ts'
import { loadPages } from '#test/pages.tsx'
import { plainBrowser } from '#test/plain-browser.ts'
import { createTestStore } from '#test/test-store.ts'

const PURCHASED = 'Silk Lipstick, Plum, 3.5 g'
const RENAMED = 'Velvet Lipstick'

test('everything about an order names the shade and size as they were when bought', async ({
  paymentContext: ctx,
  connection,
  shop,
}) => {
  const pages = { payments: ctx.payments, pages: await loadPages(), env: { RATE_LIMITS: 'off' } }
  const store = createTestStore(connection, pages)
  const [customer, owner] = [
    plainBrowser(await signInVisitor(store, ctx.db)),
    plainBrowser(await signInVisitor(store, ctx.db, { role: 'admin' })),
  ]
  const [admin, buyer] = [await asAdmin(ctx), await contextForVisitor(ctx, customer)]
  const { id } = await buildProduct(ctx, { stock: 9, category: 'Makeup' })
  const size = { sizeQuantity: 3.5, sizeUnit: 'g' as const }
  const family = await createFamily(admin, {
    draft: { ...EMPTY_DRAFT, name: 'Silk Lipstick', category: 'Makeup', options: ['shade', 'size'] },
    products: [{ productId: id, shadeName: 'Plum', ...size }],
  })

  const items = [{ product_id: id, quantity: 2 }]
  const checkout = await shop.startCheckout(
    items,
    { customer_email: customer.account.email },
    newIdempotencyKey(),
    customer,
  )
  await editFamily(admin, family.id, { name: RENAMED })
  await editProduct(admin, id, { shadeName: 'Damson', sizeQuantity: 4 })
  const session = await findSession(connection.pool, checkout.session_id)
  const sandboxPage = session && paymentPage(session, 'Maison Linden')
  await shop.pay(checkout)
  await shop.deliverWebhooks()
  await shop.settlePayments()
  await shipOrder(admin, checkout.order_id)
  await updateOrderStatus(admin, checkout.order_id, { to: 'delivered' })
  const request = { items: [{ productId: id, quantity: 1 }], reason: 'Too dark' }
  await requestReturn(buyer, checkout.order_id, request)
  await refundOrder(admin, checkout.order_id, { lines: [{ productId: id, quantity: 1 }] })
  await shop.settlePayments()

  const { number } = await findOrder(admin, checkout.order_id)
  const textByPlace = new Map<string, string>([['sandbox page', sandboxPage ?? '']])
  for (const path of [`/orders/${number}`, `/orders/${number}/invoice`])
    textByPlace.set(path, (await customer.open(path)).text)
  const api = `/api/v1/orders/${number}`
  textByPlace.set(api, await (await customer.get(api)).text())
  const { password } = customer.account
  textByPlace.set('export', await (await customer.post('/api/v1/profile/export', { password })).text())
  for (const path of ['', '/invoice', '/packing-slip'])
    textByPlace.set(`back office ${path}`, (await owner.open(`/admin/orders/${number}${path}`)).text)
  for (const recipient of [customer.account.email, ctx.settings.adminEmail]) {
    for (const { kind, text, html } of await findSentEmails(connection, recipient))
      if (kind !== 'delivered')
        textByPlace.set(`${kind} to ${recipient}`, text).set(`${kind} to ${recipient}, HTML`, html)
  }
  textByPlace.set('analytics', (await owner.open('/admin/analytics')).text)
  await writeReview(buyer, { productId: id, rating: 5, title: 'Soft', body: '' })
  textByPlace.set('reviews', (await owner.open('/admin/reviews')).text)
  textByPlace.set('exported reviews', await (await owner.get('/admin/export/reviews.csv')).text())
  expect(textByPlace.size).toBe(23)
  const { slug } = await findProduct(ctx, id)
  expect((await customer.open(`/product/${slug}`)).text).toContain(`Purchased: ${PURCHASED}`)
  await editFamily(admin, family.id, { name: 'Silk Lipstick' })
  expect((await customer.open(`/product/${slug}`)).text).toContain('Purchased: Plum, 3.5 g')
  await editFamily(admin, family.id, { name: RENAMED })
  for (const [place, text] of textByPlace) {
    expect(text, place).toContain(PURCHASED)
    expect(text, place).not.toContain(RENAMED)
  }
})
