import { z } from 'zod'
import { execute, queryColumn } from '#db/sql.ts'
import { asCustomer, asKey } from '#test/accounts.ts'
import { buildOrder } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { listProfiles } from '../accounts/profiles.server.ts'
import { requestApproval } from '../approvals/approval-requests.server.ts'
import { ALL_RULES, buildOwners } from '../approvals/approvals.fixture.ts'
import { approveRequest } from '../approvals/decide-approval.server.ts'
import { requestMoreReads } from '../approvals/request-more-reads.server.ts'
import type { Context } from '../context.ts'
import { findCustomer } from '../customers/customer.server.ts'
import { listSubscribers } from '../customers/subscribers.server.ts'
import { listAdminOrders } from '../orders/admin/order-list.server.ts'
import { findOrdersToPrint } from '../orders/admin/print-orders.server.ts'
import { findOrder, listAllOrdersWithItems } from '../orders/find-order.server.ts'
import { deleteOldData } from '../privacy/delete-old-data.server.ts'
import { listPersonalDataReads, sumPersonalDataReads } from './personal-reads.server.ts'

/** What the owner sees of the reader, as data, way, and number. */
async function readsOf(owner: Context, id: string) {
  const reads = await sumPersonalDataReads(owner, id, 30)
  return Object.fromEntries(reads.map(({ data, way, records }) => [`${data} ${way}`, records]))
}

async function addCustomers({ db }: Context, count: number): Promise<void> {
  await execute(db)`
    insert into auth_users (id, email, name, email_verified)
    select 'usr_many' || n, 'many' || n || '@orchard.example', 'Many', true from generate_series(1, ${count}::int) n`
  await execute(db)`
    insert into profiles (id, email, full_name)
    select 'usr_many' || n, 'many' || n || '@orchard.example', 'Many' from generate_series(1, ${count}::int) n`
}

test('reading lists, prints, and records with personal data is counted by person and day', async ({
  ctx,
}) => {
  const owner = await asCustomer(ctx, { role: 'admin' })
  const manager = await asCustomer(ctx, { staffRole: 'manager' })
  const grace = await asCustomer(ctx)
  const ids = [await buildOrder(ctx, { userId: grace.actor.id }), await buildOrder(ctx)].map(({ id }) => id)
  await listAdminOrders(manager, {})
  await listAllOrdersWithItems(manager)
  await findOrdersToPrint(manager, { ids })
  for (const id of ids) await findOrder(manager, id)
  await findCustomer(manager, grace.actor.id)
  await listProfiles(manager, { reading: 'export' })
  await listSubscribers(manager, {})
  expect(await readsOf(owner, manager.actor.id)).toEqual({
    'orders list': 4,
    'orders print': 2,
    'orders record': 2,
    'customers record': 1,
    'customers export': 3,
  })
  const { rows } = await listPersonalDataReads(manager, { filter: 'orders', search: manager.actor.email })
  expect(rows.map(({ reader, way }) => [reader, way])).toContainEqual([manager.actor.email, 'list'])
  await findOrder(grace, ids[0] ?? '')
  expect(await readsOf(owner, grace.actor.id), 'customers read their own orders').toEqual({})
  const key = await asKey(ctx, ['orders.view'])
  await listAllOrdersWithItems(key)
  expect(await readsOf(owner, key.actor.id)).toEqual({ 'orders list': 2 })
  await expect(sumPersonalDataReads(manager, manager.actor.id, 30)).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(listPersonalDataReads(grace, {})).rejects.toMatchObject({ code: 'forbidden' })
})

test('above the day’s number, lists need the approval that exports need, and records stay readable', async ({
  ctx,
}) => {
  const { ada, ben } = await buildOwners(ctx, { ...ALL_RULES, personalRecordsPerDay: 100 })
  await addCustomers(ctx, 150)
  const [manager, support] = [
    await asCustomer(ctx, { staffRole: 'manager' }),
    await asCustomer(ctx, { staffRole: 'support' }),
  ]
  const key = await asKey(ctx, ['customers.view'])
  for (const reader of [manager, support, key]) {
    const first = await listProfiles(reader, { limit: 100 })
    const rest = listProfiles(reader, { limit: 100, cursor: first.next ?? '' })
    await expect(rest).rejects.toMatchObject({ code: 'approval_required' })
    await expect(listProfiles(reader, {})).rejects.toThrow('100 personal records today')
    expect((await listProfiles(reader, { search: 'many7@' })).rows).toHaveLength(1)
    expect((await findCustomer(reader, 'usr_many7')).profile.email).toBe('many7@orchard.example')
  }
  expect((await readsOf(ada, manager.actor.id))['customers list'], 'what was refused isn’t counted').toBe(101)
  const tomorrow = { ...manager, now: new Date(ctx.now.getTime() + 86_400_000) }
  expect((await listProfiles(tomorrow, {})).rows).toHaveLength(50)
  const action = { action: 'export-list' as const, subject: 'users.csv', payload: {}, changes: [] }
  const request = await requestApproval(manager, action, 'The yearly letter')
  await expect(listProfiles(manager, {})).rejects.toMatchObject({ code: 'approval_required' })
  await approveRequest(ben, request.id, '')
  expect((await listProfiles(manager, {})).rows).toHaveLength(50)
})

test('support requests more for the day with a reason; once somebody else approves it, lists open until the day ends', async ({
  ctx,
}) => {
  const { ada, ben } = await buildOwners(ctx, { ...ALL_RULES, personalRecordsPerDay: 100 })
  await addCustomers(ctx, 150)
  const support = await asCustomer(ctx, { staffRole: 'support' })
  const readHundred = (reader: Context) => listProfiles(reader, { limit: 100 })
  const isRefused = { code: 'approval_required', message: expect.stringContaining('Request more for today.') }
  await readHundred(support)
  await expect(readHundred(support)).rejects.toMatchObject(isRefused)
  await expect(requestMoreReads(support, ' ')).rejects.toMatchObject({
    fields: { approval_reason: expect.stringContaining('Say why') },
  })
  const { id, changes } = await requestMoreReads(support, 'The recall of a batch')
  expect(changes).toContainEqual({ label: 'Personal records on that day', before: '100', after: '200' })
  await expect(readHundred(support), 'waiting').rejects.toMatchObject(isRefused)
  await expect(approveRequest(support, id)).rejects.toMatchObject({ code: 'forbidden' })
  await approveRequest(ben, id)
  await readHundred(support)
  await expect(readHundred(support), 'once more, not without end').rejects.toThrow('200 personal records')

  const tomorrow = { ...support, now: new Date(ctx.now.getTime() + 86_400_000) }
  await readHundred(tomorrow)
  await expect(readHundred(tomorrow)).rejects.toThrow('100 personal records')

  await readHundred(ada)
  const own = await requestMoreReads(ada, 'The recall of a batch')
  await expect(approveRequest(ada, own.id)).rejects.toThrow('another person has to approve it')
})

test('a request for more records that is approved after its day does nothing', async ({ ctx }) => {
  const { ben } = await buildOwners(ctx, { ...ALL_RULES, personalRecordsPerDay: 100 })
  const support = await asCustomer(ctx, { staffRole: 'support' })
  const { id } = await requestMoreReads(support, 'The recall of a batch')
  const tomorrow = { ...ben, now: new Date(ctx.now.getTime() + 86_400_000) }
  expect(await approveRequest(tomorrow, id)).toMatchObject({
    state: 'failed',
    result: 'The day that this was for is over. Request it again.',
  })
  const key = await asKey(ctx, ['orders.view'])
  await expect(requestMoreReads(key, 'For the sync')).rejects.toMatchObject({ code: 'forbidden' })
})

test('while exports need no approval, nothing is refused, and owners get one email per person and day', async ({
  ctx,
}) => {
  const owner = await asCustomer(ctx, { role: 'admin' })
  await addCustomers(ctx, 600)
  const manager = await asCustomer(ctx, { staffRole: 'manager' })
  for (let count = 0; count < 4; count++) await listProfiles(manager, { limit: 300 })
  const emails = () => queryColumn(ctx.db, z.string())`
    select subject from emails where kind = 'many-records-read' and recipient = ${owner.actor.email}`
  expect(await emails()).toEqual([`Many personal records read: ${manager.actor.email}`])
  const tomorrow = { ...manager, now: new Date(ctx.now.getTime() + 86_400_000) }
  for (let count = 0; count < 2; count++) await listProfiles(tomorrow, { limit: 300 })
  expect(await emails()).toHaveLength(2)
})

test('the counts are deleted after 400 days', async ({ ctx }) => {
  for (const days of [399, 402])
    await execute(ctx.db)`
      insert into personal_data_reads (reader_id, day, data, way, records)
      values ('usr_former', current_date - ${days}::int, 'orders', 'list', 1)`
  await deleteOldData(ctx.db, { adminEmail: 'admin@orchard.example' })
  const left = await queryColumn(ctx.db, z.int())`
    select current_date - day from personal_data_reads where reader_id = 'usr_former'`
  expect(left).toEqual([399])
})
