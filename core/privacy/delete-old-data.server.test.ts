import { z } from 'zod'
import { execute, queryColumn } from '#db/sql.ts'
import { asAdmin, buildAccount } from '#test/accounts.ts'
import { buildOrder, buildPayment } from '#test/builders.ts'
import { buildDraft } from '#test/draft-orders.ts'
import { expect, test } from '#test/store.ts'
import { createLink } from '../accounts/one-time-links.server.ts'
import type { Context } from '../context.ts'
import { DELETED_EMAIL } from '../email/deleted-email.ts'
import { enqueueEmail } from '../email/emails.server.ts'
import { DAY_MS } from '../time-units.ts'
import { deleteOldData } from './delete-old-data.server.ts'

const daysBefore = ({ now }: Context, days: number) => new Date(now.getTime() - days * DAY_MS)
const runJob = ({ db, settings }: Context) => deleteOldData(db, settings)

test('accounts that were never confirmed are deleted, in batches', async ({ ctx }) => {
  const { db } = ctx
  const { id: confirmed } = await buildAccount(db)
  const { id: buyer } = await buildAccount(db, { confirmed: false })
  await buildOrder(ctx, { userId: buyer })
  const { id: invited } = await buildAccount(db, { confirmed: false })
  await createLink(db, 'confirm', { userId: invited, passwordHash: null })
  const { id: admin } = await buildAccount(db, { confirmed: false, email: ctx.settings.adminEmail })
  await execute(db)`update auth_users set created_at = ${daysBefore(ctx, 15)}`
  const { id: recent, email } = await buildAccount(db, { confirmed: false })
  await execute(db)`update auth_users set created_at = ${daysBefore(ctx, 13)} where id = ${recent}`
  await execute(db)`
    with old as (
      insert into auth_users (id, email, created_at)
      select 'old' || n, 'old' || n || '@orchard.example', ${daysBefore(ctx, 15)} from generate_series(1, 1100) n
      returning id, email
    ) insert into profiles (id, email) select id, email from old`
  const text = { subject: 'Confirm', text: 'link', html: 'link', kind: 'confirm' }
  await enqueueEmail(db, { ...text, to: 'old1@orchard.example', key: 'old' })
  await enqueueEmail(db, { ...text, to: email, key: 'recent' })
  await runJob(ctx)
  const left = await queryColumn(db, z.string())`select id from auth_users`
  expect(left.sort()).toEqual([confirmed, buyer, invited, admin, recent].sort())
  const recipients = await queryColumn(db, z.string())`select recipient from emails order by key`
  expect(recipients).toEqual([DELETED_EMAIL, email])
})

test('orders that were never paid lose their personal data and keep their numbers', async ({ ctx }) => {
  const { db } = ctx
  const { id: userId } = await buildAccount(db)
  const old = daysBefore(ctx, 91)
  const cancelled = { status: 'cancelled', paymentStatus: 'failed', createdAt: old, userId } as const
  const unpaid = await buildOrder(ctx, cancelled)
  const recent = await buildOrder(ctx, { ...cancelled, createdAt: daysBefore(ctx, 89) })
  const paid = await buildOrder(ctx, { status: 'delivered', createdAt: old })
  const waiting = await buildOrder(ctx, { paymentStatus: 'pending', createdAt: old })
  const { orderId: refunded } = await buildPayment(ctx, { order: cancelled })
  const { orderId: open } = await buildPayment(ctx, { state: 'open', order: cancelled })
  const amounts = () => queryColumn(db, z.json())`
    select json_agg(json_build_array(number, total_amount, status, created_at) order by number) as amounts from orders`
  const before = await amounts()
  await runJob(ctx)
  await runJob(ctx)
  const erased = await queryColumn(db, z.string())`select id from orders where email = ${DELETED_EMAIL}`
  expect(erased).toEqual([unpaid.id])
  expect(await amounts()).toEqual(before)
  const expected = [recent.id, paid.id, waiting.id, refunded, open]
  const withAddress = await queryColumn(db, z.string())`
    select id from orders where shipping_address ->> 'address' <> ''`
  expect(withAddress.sort()).toEqual(expected.sort())
})

test('the nightly job finds old accounts and orders by an index', async ({ connection: { pool } }) => {
  const client = await pool.connect()
  await client.query('set enable_seqscan = off')
  const plan = async (statement: string) =>
    JSON.stringify((await client.query(`explain (format json) ${statement}`)).rows)
  expect(
    await plan(`select id from orders where status = 'cancelled' and payment_status in ('pending', 'failed')
      and email <> '${DELETED_EMAIL}' and created_at < now() order by created_at limit 500`),
  ).toContain('orders_never_paid')
  expect(
    await plan(
      `select id from auth_users where not email_verified and created_at < now() order by created_at limit 500`,
    ),
  ).toContain('auth_users_unconfirmed')
  client.release(true)
})

test('unsent emails, former subscribers, and old devices are deleted', async ({ ctx }) => {
  const { db } = ctx
  const { id: userId } = await buildAccount(db)
  const addSubscriber = (id: string, state: string, days: number) => execute(db)`
    insert into newsletter_subscribers (id, email, state, requested_at, confirmed_at, left_at)
    values (${id}, ${`${id}@orchard.example`}, ${state}, ${daysBefore(ctx, days)},
      case when ${state} <> 'pending' then ${daysBefore(ctx, days)}::timestamptz end,
      case when ${state} = 'left' then ${daysBefore(ctx, days)}::timestamptz end)`
  for (const [state, days] of [
    ['pending', 31],
    ['pending', 29],
    ['left', 366],
    ['left', 364],
    ['subscribed', 900],
  ] as const)
    await addSubscriber(`${state}${days}`, state, days)
  for (const days of [31, 29]) {
    const to = `unsent${days}@orchard.example`
    await enqueueEmail(db, { to, key: to, kind: 'reset', subject: 'Reset', text: 'link', html: 'link' })
    await execute(db)`update emails set created_at = ${daysBefore(ctx, days)} where key = ${to}`
  }
  for (const days of [366, 364])
    await execute(db)`
      insert into known_devices (user_id, device, first_seen_at)
      values (${userId}, ${`device${days}`}, ${daysBefore(ctx, days)})`
  await runJob(ctx)
  const subscribers = await queryColumn(db, z.string())`select id from newsletter_subscribers order by id`
  expect(subscribers).toEqual(['left364', 'pending29', 'subscribed900'])
  expect(await queryColumn(db, z.string())`select device from known_devices`).toEqual(['device364'])
  const texts = await queryColumn(db, z.string())`select key from emails where body_text is not null`
  expect(texts).toEqual(['unsent29@orchard.example'])
})

test('drafts that were never sent are deleted 90 days after their last change', async ({ ctx }) => {
  const staff = await asAdmin(ctx)
  const [old, recent] = [await buildDraft(staff), await buildDraft(staff)]
  await execute(ctx.db)`update draft_orders set updated_at = ${daysBefore(ctx, 91)} where id = ${old.id}`
  await execute(ctx.db)`update draft_orders set updated_at = ${daysBefore(ctx, 89)} where id = ${recent.id}`
  await runJob(ctx)
  expect(await queryColumn(ctx.db, z.string())`select id from draft_orders`).toEqual([recent.id])
})
