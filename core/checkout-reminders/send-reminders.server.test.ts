import { execute } from '#db/sql.ts'
import { asCustomer } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { newIdempotencyKey } from '#test/checkout.ts'
import {
  buildPaidOrder,
  buildPurchase,
  type CardContext,
  expect,
  startCheckout,
  test,
} from '#test/payments/card-orders.ts'
import { placeTestOrder } from '../checkout/test-order.server.ts'
import type { Context } from '../context.ts'
import { DEFAULT_REGIONS } from '../regions/terms.ts'
import {
  findReminderEmails,
  findReminders,
  inHours,
  offerReminders,
  sendRemindersIn,
} from './checkout-reminders.fixture.ts'
import { cancelCheckoutReminder, saveCheckoutReminder } from './save-reminder.server.ts'

let count = 0

/** A guest who asked for a reminder of two units of a product. */
async function buildAbandoned(
  ctx: Context,
  overrides: { email?: string; quantity?: number; price?: number } = {},
) {
  await offerReminders(ctx)
  const { email = `abandoned${++count}@orchard.example`, quantity = 2, price = 4800 } = overrides
  const { id: productId } = await buildProduct(ctx, { name: `Rose 🌹 Balm ${count}`, price, stock: 9 })
  const lines = [{ productId, quantity }]
  await saveCheckoutReminder(ctx, { email, lines, code: 'spring' })
  return { email, productId, lines, name: `Rose 🌹 Balm ${count}` }
}

const statesOf = async (ctx: Context, email: string) =>
  (await findReminders(ctx, email)).map(({ state }) => state)

test('a reminder is sent once, after the hours that the store has set', async ({ paymentContext: ctx }) => {
  const { email, name } = await buildAbandoned(ctx)
  await sendRemindersIn(ctx, 3.9)
  expect(await findReminderEmails(ctx, email)).toEqual([])
  await sendRemindersIn(ctx, 4.1)
  await sendRemindersIn(ctx, 5)
  const [reminder, second] = await findReminderEmails(ctx, email)
  expect(second).toBeUndefined()
  expect(reminder?.text).toContain(`${name} × 2: $96.00`)
  expect(reminder?.text).toContain('We won’t send another email about it.')
  expect(await statesOf(ctx, email)).toEqual(['sent'])
})

test('a reminder names the amounts that the cart would, in the region’s currency', async ({
  paymentContext: ctx,
}) => {
  const { email, name } = await buildAbandoned(
    { ...ctx, region: DEFAULT_REGIONS.IN },
    { price: 1999, quantity: 3 },
  )
  await sendRemindersIn(ctx, 5)
  const [reminder] = await findReminderEmails(ctx, email)
  // Each is rounded to a whole rupee.
  expect(reminder?.text).toContain(`${name} × 3: ₹4,977`)
})

test('saving again replaces the cart and restarts the time, with one reminder', async ({
  paymentContext: ctx,
}) => {
  const { email, productId } = await buildAbandoned(ctx)
  const later = { ...ctx, now: inHours(ctx, 2) }
  await saveCheckoutReminder(later, { email, lines: [{ productId, quantity: 5 }], code: '' })
  expect(await findReminders(ctx, email)).toMatchObject([
    { lines: [{ productId, quantity: 5 }], sendAt: inHours(ctx, 6) },
  ])
})

test('two saves at once make one reminder', async ({ paymentContext: ctx }) => {
  const { email, lines } = await buildAbandoned(ctx)
  await cancelCheckoutReminder(ctx, email)
  await Promise.all([1, 2, 3].map(() => saveCheckoutReminder(ctx, { email, lines, code: '' })))
  expect(await statesOf(ctx, email)).toEqual(['waiting'])
})

test('two jobs at once send a reminder once', async ({ paymentContext: ctx }) => {
  const { email } = await buildAbandoned(ctx)
  await Promise.all([1, 2, 3].map(() => sendRemindersIn(ctx, 5)))
  expect(await findReminderEmails(ctx, email)).toHaveLength(1)
})

test('after a reminder, an address gets no other for 7 days', async ({ paymentContext: ctx }) => {
  const { email, lines } = await buildAbandoned(ctx)
  await sendRemindersIn(ctx, 5)
  await saveCheckoutReminder({ ...ctx, now: inHours(ctx, 6) }, { email, lines, code: '' })
  expect(await statesOf(ctx, email)).toEqual(['sent'])
  await saveCheckoutReminder({ ...ctx, now: inHours(ctx, 5 + 7 * 24 + 1) }, { email, lines, code: '' })
  expect(await statesOf(ctx, email)).toEqual(['sent', 'waiting'])
})

test('a shopper who unticks the box gets none, and a guest can’t change an account’s', async ({
  paymentContext: ctx,
}) => {
  const { email } = await buildAbandoned(ctx)
  await cancelCheckoutReminder(ctx, email)
  expect(await findReminders(ctx, email)).toEqual([])
  const customer = await asCustomer(ctx)
  const own = await buildAbandoned(customer, { email: customer.actor.email })
  await cancelCheckoutReminder(ctx, own.email)
  await saveCheckoutReminder(ctx, {
    email: own.email,
    lines: [{ productId: own.productId, quantity: 9 }],
    code: '',
  })
  expect(await findReminders(ctx, own.email)).toMatchObject([{ lines: own.lines }])
  await cancelCheckoutReminder(customer, own.email)
  expect(await findReminders(ctx, own.email)).toEqual([])
})

test('none is sent after a paid order, a refunded one, or a test order', async ({ paymentContext: ctx }) => {
  const paid = await buildAbandoned(ctx)
  await buildPaidOrder(ctx, { email: paid.email })
  const refunded = await buildAbandoned(ctx)
  const { id } = await buildPaidOrder(ctx, { email: refunded.email })
  await execute(ctx.db)`update orders set status = 'refunded', payment_status = 'refunded' where id = ${id}`
  const customer = await asCustomer(ctx)
  const tested = await buildAbandoned(ctx, { email: customer.actor.email })
  const purchase = { ...buildPurchase(tested.lines), source: null }
  const demo = { ...customer, settings: { ...customer.settings, demo: 'on' as const } }
  await placeTestOrder(demo, purchase, newIdempotencyKey())
  await sendRemindersIn(ctx, 5)
  for (const { email } of [paid, refunded, tested]) {
    expect(await statesOf(ctx, email)).toEqual(['cancelled'])
    expect(await findReminderEmails(ctx, email)).toEqual([])
  }
})

test('none is sent after the account ordered with another address, or asked with one', async ({
  paymentContext: ctx,
}) => {
  const customer: CardContext = { ...(await asCustomer(ctx)), payments: ctx.payments }
  const byAccount = await buildAbandoned(customer)
  const byAddress = await buildAbandoned(ctx, {
    email: customer.actor.kind === 'user' ? customer.actor.email : '',
  })
  await buildPaidOrder(customer, { email: 'another-of-account@orchard.example' })
  await sendRemindersIn(ctx, 5)
  expect(await statesOf(ctx, byAccount.email)).toEqual(['cancelled'])
  expect(await statesOf(ctx, byAddress.email)).toEqual(['cancelled'])
})

test('a payment that was opened before and paid after the request counts as a purchase', async ({
  paymentContext: ctx,
}) => {
  const { email } = await buildAbandoned(ctx)
  await buildPaidOrder(ctx, { email })
  await execute(ctx.db)`
    update orders set created_at = created_at - interval '1 day' where email = ${email}`
  await sendRemindersIn(ctx, 5)
  expect(await statesOf(ctx, email)).toEqual(['cancelled'])
})

test('an old purchase doesn’t count, and a cancelled one that was never paid doesn’t either', async ({
  paymentContext: ctx,
}) => {
  const old = await buildAbandoned(ctx)
  const { id } = await buildPaidOrder(ctx, { email: old.email })
  await execute(ctx.db)`update orders set created_at = created_at - interval '1 day' where id = ${id}`
  await execute(ctx.db)`update payments set paid_at = paid_at - interval '1 day' where order_id = ${id}`
  const unpaid = await buildAbandoned(ctx)
  await startCheckout(ctx, unpaid.lines, { email: unpaid.email })
  await execute(ctx.db)`
    update orders set status = 'cancelled', payment_status = 'failed' where email = ${unpaid.email}`
  await sendRemindersIn(ctx, 5)
  expect(await statesOf(ctx, old.email)).toEqual(['sent'])
  expect(await statesOf(ctx, unpaid.email)).toEqual(['sent'])
})

test('an open payment postpones the reminder, and an expired one lets it go', async ({
  paymentContext: ctx,
}) => {
  const { email, lines } = await buildAbandoned(ctx)
  await startCheckout(ctx, lines, { email })
  await sendRemindersIn(ctx, 5)
  expect(await findReminders(ctx, email)).toMatchObject([{ state: 'waiting', sendAt: inHours(ctx, 5.25) }])
  await execute(ctx.db)`
    update orders set status = 'cancelled', payment_status = 'failed' where email = ${email}`
  await sendRemindersIn(ctx, 5.3)
  expect(await statesOf(ctx, email)).toEqual(['sent'])
})

test('products that can’t be bought are left out, and without others no email is sent', async ({
  paymentContext: ctx,
}) => {
  const soldOut = await buildAbandoned(ctx)
  await execute(ctx.db)`
    insert into stock_movements (product_id, change, reason) values (${soldOut.productId}, -9, 'counted')`
  const archived = await buildAbandoned(ctx)
  await execute(ctx.db)`update products set status = 'archived' where id = ${archived.productId}`
  const partly = await buildAbandoned(ctx)
  const lines = [...partly.lines, ...soldOut.lines]
  await saveCheckoutReminder(ctx, { email: partly.email, lines, code: '' })
  await sendRemindersIn(ctx, 5)
  expect(await statesOf(ctx, soldOut.email)).toEqual(['cancelled'])
  expect(await statesOf(ctx, archived.email)).toEqual(['cancelled'])
  const [sent] = await findReminderEmails(ctx, partly.email)
  expect(sent?.text).toContain(partly.name)
  expect(sent?.text).not.toContain(soldOut.name)
})

test('a blocked customer gets none, and neither does anyone once the store has turned reminders off', async ({
  paymentContext: ctx,
}) => {
  const customer = await asCustomer(ctx)
  const blocked = await buildAbandoned(ctx, { email: customer.actor.email })
  await execute(ctx.db)`update profiles set blocked_at = now() where id = ${customer.actor.id}`
  await sendRemindersIn(ctx, 5)
  expect(await statesOf(ctx, blocked.email)).toEqual(['cancelled'])
  const waiting = await buildAbandoned(ctx)
  await offerReminders(ctx, false)
  const late = `late${count}@orchard.example`
  await saveCheckoutReminder(ctx, { email: late, lines: waiting.lines, code: '' })
  expect(await findReminders(ctx, late)).toEqual([])
  await sendRemindersIn(ctx, 5)
  expect(await statesOf(ctx, waiting.email)).toEqual(['cancelled'])
})

test('what isn’t for sale is never saved, and a network can save only so many', async ({
  paymentContext: ctx,
}) => {
  await offerReminders(ctx)
  const { id: draft } = await buildProduct(ctx)
  await execute(ctx.db)`update products set status = 'archived' where id = ${draft}`
  const email = 'nothing@orchard.example'
  const lines = [
    { productId: draft, quantity: 1 },
    { productId: 'prd_gift_card', quantity: 1 },
  ]
  await saveCheckoutReminder(ctx, { email, lines, code: '' })
  expect(await findReminders(ctx, email)).toEqual([])
  for (let saved = 1; saved < 60; saved++) await saveCheckoutReminder(ctx, { email, lines, code: '' })
  await expect(saveCheckoutReminder(ctx, { email, lines, code: '' })).rejects.toMatchObject({
    code: 'too_often',
  })
})
