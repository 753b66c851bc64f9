import { z } from 'zod'
import { execute, query, queryColumn } from '#db/sql.ts'
import { asAdmin, asCustomer, asKey } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { findStock } from '#test/checkout.ts'
import { asSupport, buildDraft, buildSentDraft } from '#test/draft-orders.ts'
import { expect, test } from '#test/payments/card-orders.ts'
import { blockCustomer } from '../accounts/block-customer.server.ts'
import type { Context } from '../context.ts'
import { issueGiftCard } from '../gift-cards/manage-gift-cards.server.ts'
import { createOffer } from '../offers/manage-offers.server.ts'
import { listOrderNotes } from '../orders/admin/order-notes.server.ts'
import { readOrder } from '../orders/find-order.server.ts'
import { findOrderSource } from '../orders/sources/find-order-source.server.ts'
import { listPayments } from '../payments/payments.server.ts'
import { addDraftNote } from './draft-order-notes.server.ts'
import { changeDraftOrder, createDraftOrder, deleteDraftOrder } from './edit-draft-order.server.ts'
import { findDraftOrder, listDraftOrders } from './find-draft-order.server.ts'
import { priceDraft } from './price-draft.server.ts'
import { sendDraftOrder } from './send-draft-order.server.ts'

const Email = z.strictObject({ recipient: z.string(), body: z.string() })

const findLinkEmails = ({ db }: Context, orderId: string) =>
  query(db, Email)`
    select recipient, body_text as body from emails where order_id = ${orderId} and kind = 'payment-link'`

const countOrders = async ({ db }: Context, email: string) =>
  (await queryColumn(db, z.int())`select count(*)::int from orders where email = ${email}`)[0]

test('a draft holds no stock until it is sent, and then until it is paid', async ({
  paymentContext: ctx,
}) => {
  const staff = await asSupport(ctx)
  const { id: productId } = await buildProduct(ctx, { stock: 5 })
  const draft = await buildDraft(staff, { items: [{ productId, quantity: 2 }] })
  expect([draft.status, await findStock(ctx.db, productId)]).toEqual(['draft', 5])
  const sent = await sendDraftOrder(staff, draft.id, {})
  expect([sent.status, await findStock(ctx.db, productId)]).toEqual(['sent', 3])
  const [payment] = await listPayments(ctx.db, sent.orderId ?? '')
  expect(payment).toMatchObject({ state: 'open', link: true, providerId: null, expiresAt: sent.expiresAt })
})

test('the order is the customer’s, its history names who placed it, and its source is the staff', async ({
  paymentContext: ctx,
}) => {
  const staff = await asSupport(ctx)
  const caller = await asCustomer(ctx)
  const draft = await buildDraft(staff, {
    email: undefined,
    customerId: caller.actor.id,
    message: 'As agreed',
  })
  await addDraftNote(staff, draft.id, 'Called twice')
  const { orderId } = await sendDraftOrder(staff, draft.id, {})
  const order = await readOrder(ctx.db, orderId ?? '')
  expect(order).toMatchObject({ userId: caller.actor.id, email: caller.actor.email, total: 6184 })
  const Step = z.strictObject({ actor: z.string(), actorId: z.string() })
  expect(
    await query(
      ctx.db,
      Step,
    )`select actor, actor_id as "actorId" from order_steps where order_id = ${orderId}`,
  ).toEqual([{ actor: 'admin', actorId: staff.actor.id }])
  expect(await findOrderSource(staff, orderId ?? '')).toMatchObject({ source: 'staff' })
  expect((await listOrderNotes(staff, orderId ?? '')).map(({ note }) => note)).toEqual(['Called twice'])
  const [email] = await findLinkEmails(ctx, orderId ?? '')
  expect(email?.recipient).toBe(caller.actor.email)
  for (const text of ['As agreed', '$61.84', `/pay/${draft.id}?key=`]) expect(email?.body).toContain(text)
})

test('two tabs that send the same draft at once place one order', async ({ paymentContext: ctx }) => {
  const staff = await asSupport(ctx)
  const { id, version, email } = await buildDraft(staff)
  const results = await Promise.allSettled([1, 2].map(() => sendDraftOrder(staff, id, { version })))
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await countOrders(ctx, email)).toBe(1)
  await expect(sendDraftOrder(staff, id, {})).rejects.toThrow('already sent')
})

test('of two drafts of the last unit, the second isn’t sent, and the reason names the product', async ({
  paymentContext: ctx,
}) => {
  const staff = await asSupport(ctx)
  const { id: productId, name } = await buildProduct(ctx, { stock: 1 })
  const items = [{ productId, quantity: 1 }]
  const drafts = [await buildDraft(staff, { items }), await buildDraft(staff, { items })]
  const results = await Promise.allSettled(drafts.map(({ id }) => sendDraftOrder(staff, id, {})))
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused).toMatchObject([{ code: 'out_of_stock', message: expect.stringContaining(name) }])
  expect(await findStock(ctx.db, productId)).toBe(0)
})

test('nothing is sent to a blocked customer, whether they were blocked before the draft or after', async ({
  paymentContext: ctx,
}) => {
  const staff = await asSupport(ctx)
  const caller = await asCustomer(ctx)
  const { email } = caller.actor
  const draft = await buildDraft(staff, { email })
  await blockCustomer(await asAdmin(ctx), caller.actor.id)
  await expect(sendDraftOrder(staff, draft.id, {})).rejects.toThrow('blocked')
  for (const customer of [{ email }, { email: undefined, customerId: caller.actor.id }])
    await expect(buildDraft(staff, customer)).rejects.toThrow('blocked')
  await expect(changeDraftOrder(staff, (await buildDraft(staff)).id, { email })).rejects.toThrow('blocked')
  expect(await countOrders(ctx, email)).toBe(0)
})

test('a draft isn’t sent at a total other than the one that staff saw', async ({ paymentContext: ctx }) => {
  const staff = await asSupport(ctx)
  const draft = await buildDraft(staff)
  const { quote } = await priceDraft(staff, draft)
  expect(quote?.total).toBe(6184)
  await execute(ctx.db)`update products set price = 5800 where id = ${draft.items[0]?.productId ?? ''}`
  const attempt = sendDraftOrder(staff, draft.id, { expectedTotal: quote?.total })
  await expect(attempt).rejects.toMatchObject({ code: 'price_changed', quote: { subtotal: 5800 } })
})

test('an offer code counts for the customer, not for the staff', async ({ paymentContext: ctx }) => {
  const admin = await asAdmin(ctx)
  const staff = await asSupport(ctx)
  await createOffer(admin, {
    ...{ code: 'CALLER', title: 'Caller', kind: 'percentage', value: 5000, minimum: 0, scope: 'everything' },
    ...{ startsAt: new Date(0), endsAt: null, totalLimit: null, customerLimit: 1, firstOrderOnly: false },
  })
  const email = 'once@orchard.example'
  const first = await buildSentDraft(staff, { email, code: 'caller' })
  expect(first.total).toBeLessThan(6184)
  const second = await buildDraft(staff, { email: 'other@orchard.example', code: 'CALLER' })
  expect((await priceDraft(staff, second)).quote?.discount).toBe(2400)
  await sendDraftOrder(staff, second.id, {})
  await execute(ctx.db)`update orders set payment_status = 'paid' where id = ${first.orderId}`
  const again = await buildDraft(staff, { email, code: 'CALLER' })
  expect((await priceDraft(staff, again)).problem).toBeTruthy()
  await expect(sendDraftOrder(staff, again.id, {})).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a gift card that covers the order pays it at once; otherwise the rest is paid by link', async ({
  paymentContext: ctx,
}) => {
  const staff = await asSupport(ctx)
  const issuer = await asAdmin(ctx)
  const { code } = await issueGiftCard(issuer, { amount: 10_000, currency: 'usd' })
  const covered = await buildDraft(staff)
  expect(await sendDraftOrder(staff, covered.id, { giftCardCodes: [code] })).toMatchObject({ status: 'paid' })
  const partly = await buildDraft(staff)
  const sent = await sendDraftOrder(staff, partly.id, { giftCardCodes: [code] })
  expect(sent.status).toBe('sent')
  const [payment] = await listPayments(ctx.db, sent.orderId ?? '')
  expect(payment).toMatchObject({ state: 'open', amount: 6184 - 3816 })
  expect((await findLinkEmails(ctx, sent.orderId ?? ''))[0]?.body).toContain('$23.68')
  const refused = await buildDraft(staff)
  await expect(sendDraftOrder(staff, refused.id, { giftCardCodes: ['WRONG'] })).rejects.toMatchObject({
    fields: { gift_card_codes: 'This gift card code isn’t valid.' },
  })
})

test('a draft without items or an address isn’t sent', async ({ paymentContext: ctx }) => {
  const staff = await asSupport(ctx)
  const empty = await createDraftOrder(staff, { email: 'empty@orchard.example', region: 'US' })
  await expect(sendDraftOrder(staff, empty.id, {})).rejects.toMatchObject({
    fields: { shippingAddress: expect.anything() },
  })
  const unaddressed = await buildDraft(staff, { shippingAddress: undefined })
  await expect(sendDraftOrder(staff, unaddressed.id, {})).rejects.toThrow('shipping address')
  const noItems = await buildDraft(staff, { items: [] })
  await expect(sendDraftOrder(staff, noItems.id, {})).rejects.toThrow('Add a product')
})

test('an edit of an older version is refused, and so is one after the draft was sent', async ({
  paymentContext: ctx,
}) => {
  const staff = await asSupport(ctx)
  const { id, version } = await buildDraft(staff)
  await changeDraftOrder(staff, id, { message: 'First' }, version)
  for (const edit of [
    () => changeDraftOrder(staff, id, { message: 'Second' }, version),
    () => sendDraftOrder(staff, id, { version }),
  ])
    await expect(edit()).rejects.toThrow('Someone else just changed this draft')
  await sendDraftOrder(staff, id, {})
  for (const edit of [
    () => changeDraftOrder(staff, id, { message: 'Third' }),
    () => deleteDraftOrder(staff, id),
    () => addDraftNote(staff, id, 'Late'),
  ])
    await expect(edit()).rejects.toThrow('already sent')
})

test('a repeated request gets the same draft, and another request with its key is refused', async ({
  paymentContext: ctx,
}) => {
  const staff = await asSupport(ctx)
  const input = { email: 'twice@orchard.example', region: 'CA' }
  const drafts = await Promise.all([1, 2].map(() => createDraftOrder(staff, input, 'the-key')))
  expect(drafts[0]?.id).toBe(drafts[1]?.id)
  await expect(createDraftOrder(staff, { ...input, region: 'US' }, 'the-key')).rejects.toMatchObject({
    code: 'idempotency_mismatch',
  })
})

test('customers and staff without the permission make no orders for others', async ({
  paymentContext: ctx,
}) => {
  const draft = await buildDraft(await asSupport(ctx))
  for (const actor of [await asCustomer(ctx), await asCustomer(ctx, { staffRole: 'packer' })]) {
    await expect(buildDraft(actor)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(sendDraftOrder(actor, draft.id, {})).rejects.toMatchObject({ code: 'forbidden' })
    await expect(deleteDraftOrder(actor, draft.id)).rejects.toMatchObject({ code: 'forbidden' })
  }
})

test('who may not see customers sees no email address of a draft, and finds none by it', async ({
  paymentContext: ctx,
}) => {
  const { id, email } = await buildDraft(await asSupport(ctx))
  const key = await asKey(ctx, ['orders.create'])
  expect((await findDraftOrder(key, id)).email).toBe('')
  const idsOf = async (search: string) => (await listDraftOrders(key, { search })).rows.map((row) => row.id)
  expect([await idsOf(email), await idsOf('holloway')]).toEqual([[], expect.arrayContaining([id])])
})
