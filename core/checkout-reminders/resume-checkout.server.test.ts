import { asAdmin, asCustomer } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { buildPaidOrder, expect, test } from '#test/payments/card-orders.ts'
import { addToCart, findCart } from '../cart/cart.server.ts'
import type { Context } from '../context.ts'
import { guest } from '../context.ts'
import { findReminderAccess, inHours, offerReminders, sendRemindersIn } from './checkout-reminders.fixture.ts'
import { reminderKey } from './reminder-link.ts'
import { findReminderResults, listCheckoutReminders } from './reminder-list.server.ts'
import { findResumableCheckout, resumeCheckout } from './resume-checkout.server.ts'
import { saveCheckoutReminder } from './save-reminder.server.ts'

let count = 0

async function buildReminded(ctx: Context, quantity = 2) {
  await offerReminders(ctx)
  const email = `resumed${++count}@orchard.example`
  const { id: productId, name } = await buildProduct(ctx, { stock: 9 })
  await saveCheckoutReminder(ctx, { email, lines: [{ productId, quantity }], code: 'spring' })
  await sendRemindersIn(ctx, 5)
  return { email, productId, name, access: await findReminderAccess(ctx, email) }
}

const later = <Base extends Context>(ctx: Base, hours = 6): Base => ({ ...ctx, now: inHours(ctx, hours) })

test('the link shows the cart on any device, without the address', async ({ paymentContext: ctx }) => {
  const { access, productId, name, email } = await buildReminded(ctx)
  const checkout = await findResumableCheckout(later({ ...ctx, actor: guest }), access)
  expect(checkout).toEqual({
    code: 'SPRING',
    hasBought: false,
    items: [{ productId, name, quantity: 2, max: 9 }],
  })
  expect(JSON.stringify(checkout)).not.toContain(email)
})

test('an account’s cart gets what it lacks, once, also after two clicks at once', async ({
  paymentContext: ctx,
}) => {
  const { access, productId } = await buildReminded(ctx, 3)
  const customer = later(await asCustomer(ctx))
  await addToCart(customer, { productId, quantity: 1 })
  const other = await buildProduct(ctx)
  await addToCart(customer, { productId: other.id, quantity: 2 })
  expect(await Promise.all([1, 2, 3].map(() => resumeCheckout(customer, access)))).toContain('SPRING')
  const quantities = (await findCart(customer)).map((line) => [line.productId, line.quantity])
  expect(quantities).toEqual([
    [productId, 3],
    [other.id, 2],
  ])
})

test('more than the reminder has stays in the cart', async ({ paymentContext: ctx }) => {
  const { access, productId } = await buildReminded(ctx, 1)
  const customer = later(await asCustomer(ctx))
  await addToCart(customer, { productId, quantity: 4 })
  await resumeCheckout(customer, access)
  expect(await findCart(customer)).toMatchObject([{ productId, quantity: 4 }])
})

test('a forged key, another reminder’s key, and an old link open nothing', async ({
  paymentContext: ctx,
}) => {
  const [first, second] = [await buildReminded(ctx), await buildReminded(ctx)]
  const now = later(ctx)
  const open = (access: typeof first.access, context: Context = now) => findResumableCheckout(context, access)
  await expect(open({ ...first.access, key: 'x' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(open({ ...first.access, id: second.access.id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(open({ id: 'rem_x', key: reminderKey(ctx.settings, 'rem_x') })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(open(first.access, later(ctx, 31 * 24))).rejects.toMatchObject({ code: 'not_found' })
  expect(await open(first.access, later(ctx, 30 * 24))).toMatchObject({ items: [{}] })
})

test('after the purchase, the link says so and adds nothing to the cart', async ({ paymentContext: ctx }) => {
  const { access, email } = await buildReminded(ctx)
  await buildPaidOrder(later(ctx), { email })
  expect(await findResumableCheckout(later(ctx), access)).toMatchObject({ hasBought: true })
  const customer = later(await asCustomer(ctx))
  await expect(resumeCheckout(customer, access)).rejects.toMatchObject({ code: 'not_found' })
  expect(await findCart(customer)).toEqual([])
})

test('the back office lists reminders with the order after them, and counts the results', async ({
  paymentContext: ctx,
}) => {
  const admin = later(await asAdmin(ctx), 12)
  const before = await findReminderResults(admin)
  const { email, name } = await buildReminded(ctx)
  await buildReminded(ctx)
  const { number } = await buildPaidOrder(later(ctx), { email })
  const { rows } = await listCheckoutReminders(admin, { search: email, filter: 'sent' })
  expect(rows).toMatchObject([
    { email, state: 'sent', sentAt: inHours(ctx, 5), orderNumber: number, items: [{ name, quantity: 2 }] },
  ])
  expect(await findReminderResults(admin)).toEqual({ sent: before.sent + 2, ordered: before.ordered + 1 })
  await expect(listCheckoutReminders(await asCustomer(ctx), {})).rejects.toMatchObject({ code: 'forbidden' })
})
