import {
  findReminderAccess,
  findReminderEmails,
  findReminders,
  offerReminders,
  sendRemindersIn,
} from '#core/checkout-reminders/checkout-reminders.fixture.ts'
import type { StaffRole } from '#core/permissions/staff-roles.ts'
import { signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { CHECKOUT_FIELDS, DEMO_PAYMENT, placeButton } from '#test/checkout-form.ts'
import { test as base, expect } from '#test/page-test.ts'
import { plainBrowser } from '#test/plain-browser.ts'

const REMIND_ME = 'Email me a reminder if I don’t finish'

const test = base.extend('product', async ({ ctx }) => buildProduct(ctx, { name: 'Rose 🌹 Mist', stock: 9 }))

/** What the checkbox posts with scripts. */
function saveForm(productId: string, email: string, isTicked = true) {
  const items = JSON.stringify([{ productId, quantity: 2 }])
  return { email, items, code: '', ...(isTicked && { reminder: '1' }) }
}

test('checkout has the box only if the store offers it, and it isn’t ticked', async ({
  ctx,
  customer,
  product,
}) => {
  await customer.post('/api/v1/cart/items', { product_id: product.id, quantity: 1 })
  await offerReminders(ctx, false)
  expect((await customer.open('/checkout')).text).not.toContain(REMIND_ME)
  await offerReminders(ctx)
  expect((await customer.open('/checkout')).field(REMIND_ME).isChecked).toBe(false)
})

test('without scripts, the form saves the reminder before the order, and only if the box is ticked', async ({
  ctx,
  customer,
  product,
}) => {
  await offerReminders(ctx)
  await customer.post('/api/v1/cart/items', { product_id: product.id, quantity: 2 })
  const email = 'no-scripts@orchard.example'
  const submit = async (isTicked: boolean) => {
    const page = await customer.open('/checkout')
    const fields = { ...CHECKOUT_FIELDS, ...DEMO_PAYMENT, 'Email *': email, [REMIND_ME]: isTicked }
    return page.submit(placeButton(page), fields)
  }
  await submit(false)
  expect(await findReminders(ctx, email)).toEqual([])
  await customer.post('/api/v1/cart/items', { product_id: product.id, quantity: 2 })
  await submit(true)
  expect(await findReminders(ctx, email)).toMatchObject([
    { state: 'waiting', lines: [{ productId: product.id, quantity: 2 }] },
  ])
  await sendRemindersIn(ctx, 5)
  // The test order is a purchase.
  expect(await findReminderEmails(ctx, email)).toEqual([])
})

test('the box saves and cancels a guest’s reminder, with the same answer for every address', async ({
  ctx,
  guest,
  product,
}) => {
  await offerReminders(ctx)
  const post = (form: Record<string, string>) => guest.request('POST', '/checkout/reminder', { form })
  const email = 'box@orchard.example'
  expect((await post(saveForm(product.id, 'Box@Orchard.example'))).status).toBe(204)
  expect(await findReminders(ctx, email)).toMatchObject([{ lines: [{ quantity: 2 }] }])
  expect((await post(saveForm(product.id, email, false))).status).toBe(204)
  expect((await post(saveForm(product.id, 'nobody@orchard.example', false))).status).toBe(204)
  expect(await findReminders(ctx, email)).toEqual([])
  expect((await post(saveForm(product.id, 'no address'))).status).toBe(400)
  expect((await post({ ...saveForm(product.id, email), items: '{"a":' })).status).toBe(204)
  expect(await findReminders(ctx, email)).toEqual([])
})

test('the link continues the checkout in another account without doubling, and changes nothing until then', async ({
  ctx,
  guest,
  customer,
  product,
}) => {
  await offerReminders(ctx)
  const email = 'resume@orchard.example'
  await guest.request('POST', '/checkout/reminder', {
    form: { ...saveForm(product.id, email), code: 'spring' },
  })
  await sendRemindersIn(ctx, 5)
  const path = `/checkout/resume?${new URLSearchParams(await findReminderAccess(ctx, email))}`
  const response = await guest.request('GET', path)
  expect(response.headers.get('referrer-policy')).toBe('same-origin')
  expect(response.headers.get('cache-control')).toContain('no-store')
  const asGuest = await guest.open(path)
  expect(asGuest.main).toContain('Rose 🌹 Mist × 2')
  expect(asGuest.html).not.toContain(email)
  expect((await customer.open('/cart')).main).not.toContain('Rose 🌹 Mist')
  for (const _ of [1, 2]) {
    const checkout = await (await customer.open(path)).submit('Continue to checkout')
    expect(checkout.path).toBe('/checkout?code=SPRING')
  }
  expect(await (await customer.request('GET', '/api/v1/cart')).json()).toMatchObject({
    data: [{ product_id: product.id, quantity: 2 }],
  })
})

test('a wrong link gets the page of an expired one', async ({ guest }) => {
  const page = await guest.open('/checkout/resume?id=rem_00000000000000000000&key=wrong')
  expect([page.status, page.heading]).toEqual([404, 'This link has expired'])
})

test('support sees abandoned checkouts, and a packer doesn’t', async ({
  ctx,
  connection,
  guest,
  store,
  product,
}) => {
  await offerReminders(ctx)
  const email = 'listed@orchard.example'
  await guest.request('POST', '/checkout/reminder', { form: saveForm(product.id, email) })
  const openAs = async (staffRole: StaffRole) =>
    plainBrowser(await signInVisitor(store, connection.db, { staffRole }))
  const support = await openAs('support')
  const list = await support.open('/admin/orders/abandoned?q=listed')
  expect(list.heading).toBe('Abandoned checkouts')
  expect(list.main).toContain(email)
  expect(list.main).toContain('Rose 🌹 Mist × 2')
  const packer = await openAs('packer')
  expect((await packer.request('GET', '/admin/orders/abandoned')).status).toBe(403)
  const page = await support.request('GET', '/api/v1/admin/checkout-reminders?q=listed&state=waiting')
  expect(await page.json()).toMatchObject({
    data: [{ email, state: 'waiting', items: [{ product_id: product.id, quantity: 2 }], sent_at: null }],
    next_cursor: null,
  })
})
