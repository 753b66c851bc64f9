import { ApprovalRequired } from '#core/approval-rules/approval.ts'
import { requestApproval } from '#core/approvals/approval-requests.server.ts'
import { buildOwners } from '#core/approvals/approvals.fixture.ts'
import { approveRequest } from '#core/approvals/decide-approval.server.ts'
import type { StaffRole } from '#core/permissions/staff-roles.ts'
import { buildActor, runJobs } from '#test/accounts.ts'
import { buildOrder } from '#test/builders.ts'
import { buildImportedOrder, draftImportedOrder } from '#test/imported-orders.ts'
import { expect, test } from '#test/store.ts'
import type { Context } from '../context.ts'
import { DELETED_EMAIL } from '../email/deleted-email.ts'
import { insertImportedOrders } from '../orders/imported/insert-imported-orders.server.ts'
import { eraseCustomer, eraseGuestOfOrder } from './erase-customer.server.ts'
import { buildFullAccount, findCanaries, plantCanaries } from './full-account.fixture.ts'
import { PERSONAL_TABLES, RETAINED_AFTER_ERASURE } from './personal-data.ts'

const asStaff = async (ctx: Context, staffRole: StaffRole) => ({
  ...ctx,
  actor: await buildActor(ctx.db, { staffRole }),
})

test('support deletes a customer who asked for it, and nothing is left but what the registry lists', async ({
  ctx,
  connection,
}) => {
  const { pool } = connection
  const { actor } = await buildFullAccount(ctx, pool)
  await plantCanaries(pool)
  const support = await asStaff(ctx, 'support')
  await eraseCustomer(support, actor.id)
  await runJobs(connection, ctx)
  const keptColumns = Object.entries(PERSONAL_TABLES).flatMap(([table, { keeps = '' }]) =>
    keeps.split(' ').map((column) => `${table}.${column}`),
  )
  expect((await findCanaries(pool)).filter((column) => !keptColumns.includes(column))).toEqual([])
  const { rows } = await pool.query('select recipient, subject, body_text as text from mailbox')
  expect(rows).toMatchObject([{ recipient: actor.email, subject: 'Your personal data has been deleted' }])
  for (const { what } of RETAINED_AFTER_ERASURE) expect(rows[0].text).toContain(what)
  const { rows: entries } = await pool.query(
    `select subject, actor_id as by from audit_entries where action = 'customer-erased'`,
  )
  expect(entries).toEqual([{ subject: actor.id, by: support.actor.id }])
  await expect(eraseCustomer(support, actor.id)).rejects.toMatchObject({ code: 'not_found' })
})

test('a guest is deleted from all their orders, and other guests are not', async ({ ctx, connection }) => {
  const guest = { userId: null, email: 'guest@orchard.example', status: 'delivered' } as const
  const [first, second] = [await buildOrder(ctx, guest), await buildOrder(ctx, guest)]
  const other = await buildOrder(ctx, { ...guest, email: 'other@orchard.example' })
  const support = await asStaff(ctx, 'support')
  const results = await Promise.allSettled([1, 2].map(() => eraseGuestOfOrder(support, first.id)))
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { rows } = await connection.pool.query(
    'select id, email from orders where id = any($1) order by array_position($1, id)',
    [[first.id, second.id, other.id]],
  )
  expect(rows.map(({ email }) => email)).toEqual([DELETED_EMAIL, DELETED_EMAIL, 'other@orchard.example'])
  await expect(eraseGuestOfOrder(support, second.id)).rejects.toMatchObject({
    message: 'The personal data of this order has already been deleted.',
  })
})

test('a guest is deleted from the orders of the former store, also one who only ordered there', async ({
  ctx,
  connection,
}) => {
  const email = 'guest@orchard.example'
  await buildOrder(ctx, { email, status: 'delivered' })
  const first = await buildImportedOrder(ctx, { number: '#1', email })
  await buildImportedOrder(ctx, { number: '#2', email })
  const nameless = await buildImportedOrder(ctx, { number: '#3', email: null })
  await buildImportedOrder(ctx, { number: '#4', email: 'other@orchard.example' })
  const support = await asStaff(ctx, 'support')
  const erasedNumbers = async () => {
    const { rows } = await connection.pool.query(
      `select number from imported_orders where num_nonnulls(email, customer_name, shipping_address, note) = 0 order by 1`,
    )
    return rows.map(({ number }) => number)
  }
  await eraseGuestOfOrder(support, first.id)
  expect(await erasedNumbers()).toEqual(['#1', '#2'])
  const { rows } = await connection.pool.query('select email from orders')
  expect(rows).toEqual([{ email: DELETED_EMAIL }])
  await eraseGuestOfOrder(support, nameless.id)
  expect(await erasedNumbers()).toEqual(['#1', '#2', '#3'])
  await expect(eraseGuestOfOrder(support, nameless.id)).rejects.toThrow('has already been deleted')
  await insertImportedOrders(ctx.db, [draftImportedOrder({ number: '#1', email })], ctx.now)
  expect(await erasedNumbers(), 'another import of the file').toEqual(['#1', '#2', '#3'])
  const account = await buildActor(ctx.db)
  const { id } = await buildImportedOrder(ctx, { email: account.email })
  await expect(eraseGuestOfOrder(support, id)).rejects.toThrow('has an account')
})

test('an order to ship, staff, a guest with an account, and other roles are refused', async ({ ctx }) => {
  const support = await asStaff(ctx, 'support')
  const packer = await asStaff(ctx, 'packer')
  const { id, email } = await buildActor(ctx.db)
  const { number, id: orderId } = await buildOrder(ctx, {
    ...{ userId: null, email, status: 'processing', paymentStatus: 'paid', paymentMethod: 'card' },
  })
  await expect(eraseCustomer(support, id)).rejects.toMatchObject({
    message: `Order #${number} hasn’t shipped yet. Ship or cancel it first.`,
  })
  await expect(eraseGuestOfOrder(support, orderId)).rejects.toMatchObject({
    message: expect.stringContaining('has an account'),
  })
  await expect(eraseCustomer(support, packer.actor.id)).rejects.toMatchObject({
    message: expect.stringContaining('Remove them from the staff first'),
  })
  await expect(eraseCustomer(packer, id)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(eraseGuestOfOrder(packer, orderId)).rejects.toMatchObject({ code: 'forbidden' })
})

test('where deletions need approval, the second person’s decision deletes the data', async ({
  ctx,
  connection,
}) => {
  const { ada, ben } = await buildOwners(ctx)
  const { id } = await buildActor(ctx.db)
  const refusal = await eraseCustomer(ada, id).catch((error: unknown) => error)
  if (!(refusal instanceof ApprovalRequired)) throw refusal
  const request = await requestApproval(ada, refusal.action, 'They wrote to us')
  await approveRequest(ben, request.id)
  const { rows } = await connection.pool.query('select from profiles where id = $1', [id])
  expect(rows).toEqual([])
})
