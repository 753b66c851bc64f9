import { listAuditEntries } from '#core/audit/audit-log.server.ts'
import { asAdmin, asCustomer } from '#test/accounts.ts'
import { buildPaidOrder, expect, test } from '#test/payments/card-orders.ts'
import type { Context } from '../context.ts'
import { addEntry, addTransfer, listEntries } from './entries.server.ts'
import { closeMonth, reopenMonth } from './ledger.server.ts'

const descriptionsOf = async (admin: Context, listQuery: Parameters<typeof listEntries>[1]) =>
  (await listEntries(admin, listQuery)).rows.map(({ description }) => description)

test.for([
  [{ cents: 0 }, 'amount', 'Enter an amount other than 0.'],
  [{ account: 'bank' as const }, 'account', 'Choose two different accounts.'],
  [{ description: ' ' }, 'description', 'Enter a description.'],
  [{ description: 'x'.repeat(501) }, 'description', 'Use at most 500 characters.'],
  [{ description: 'a\0b' }, 'description', 'Use at most 500 characters.'],
] as const)(
  'an entry that can’t be booked is refused at its field: %#',
  async ([change, field, message], { ctx }) => {
    const admin = await asAdmin(ctx)
    await expect(addEntry(admin, { description: 'Ribbon', cents: -1250, ...change })).rejects.toMatchObject({
      ...{ code: 'invalid_input', message, fields: { [field]: message } },
    })
  },
)

test.for([
  [{ cents: 0 }, 'amount', 'Enter an amount greater than 0. To book it the other way, swap the accounts.'],
  [{ from: 'petty_cash' }, 'from', 'Choose an account.'],
  [{ to: 'toString' }, 'to', 'Choose an account.'],
  [{ to: 'bank' }, 'to', 'Choose two different accounts.'],
] as const)(
  'a transfer that can’t be booked is refused at its field: %#',
  async ([change, field, message], { ctx }) => {
    const admin = await asAdmin(ctx)
    const transfer = { description: 'Rent', from: 'bank', to: 'rent', cents: 100 }
    await expect(addTransfer(admin, { ...transfer, ...change })).rejects.toMatchObject({
      ...{ code: 'invalid_input', message, fields: { [field]: message } },
    })
  },
)

test('an entry shows what it does to the bank account, and the audit log what was booked', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const transfer = (from: string, to: string) =>
    addTransfer(admin, { description: 'x', from, to, cents: 500 })
  expect((await transfer('bank', 'rent')).amount).toBe(-500)
  expect((await transfer('owners_capital', 'bank')).amount).toBe(500)
  const between = await transfer('inventory', 'cost_of_goods')
  expect(between).toMatchObject({
    amount: 500,
    currency: 'usd',
    kind: 'manual',
    orderNumber: null,
    at: ctx.now,
  })
  expect((await listAuditEntries(admin, { search: between.id })).rows).toMatchObject([
    {
      ...{ action: 'entry-added', by: admin.actor.email },
      after: { description: 'x', cents: 500, from: 'inventory', to: 'cost_of_goods' },
    },
  ])
})

test('entries are found by order number or by the description of manual ones, and by kind', async ({
  paymentContext: ctx,
}) => {
  const admin = await asAdmin(ctx)
  const { number } = await buildPaidOrder(ctx)
  await addEntry(admin, { description: `Gift for ${number}, 100% silk`, cents: -900 })
  await addEntry(admin, { description: 'Gift boxes', cents: -500 })
  expect(await descriptionsOf(admin, { search: number.toLowerCase() })).toEqual([`Order #${number}`])
  expect(await descriptionsOf(admin, { search: 'gift' })).toHaveLength(2)
  expect(await descriptionsOf(admin, { search: '100%' })).toHaveLength(1)
  expect(await descriptionsOf(admin, { search: 'order #' }), 'only manual entries have words').toEqual([])
  const sales = (await listEntries(admin, { filter: 'sale' })).rows
  expect(sales).toContainEqual(expect.objectContaining({ orderNumber: number, amount: 10_368 }))
  expect(new Set(sales.map(({ kind }) => kind))).toEqual(new Set(['sale']))
})

test('entries are listed by date, newest first, page by page', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  for (let day = 1; day <= 5; day++) {
    const now = new Date(Date.UTC(2031, 0, Math.max(day, 2)))
    await addEntry({ ...admin, now }, { description: `Candles of day ${day}`, cents: day })
  }
  const search = 'candles of'
  const all = await descriptionsOf(admin, { search })
  expect(all.slice(0, 3)).toEqual(['Candles of day 5', 'Candles of day 4', 'Candles of day 3'])
  const first = await listEntries(admin, { search, limit: 3 })
  const rest = await listEntries(admin, { search, limit: 3, cursor: first.next ?? '' })
  expect([...first.rows, ...rest.rows].map(({ description }) => description)).toEqual(all)
  const oldest = await descriptionsOf(admin, { search, sort: 'oldest' })
  expect(oldest).toEqual(all.toReversed())
})

test('no entry is booked in a closed month, and both closing and reopening are in the audit log', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const now = new Date('2025-06-30T12:00:00Z')
  await closeMonth(admin, '2025-06')
  await closeMonth(admin, '2025-06')
  await expect(addEntry({ ...admin, now }, { description: 'Late', cents: 1 })).rejects.toThrow('closed')
  await reopenMonth(admin, '2025-06')
  expect(await addEntry({ ...admin, now }, { description: 'Late', cents: 1 })).toMatchObject({ at: now })
  const { rows } = await listAuditEntries(admin, { search: '2025-06', sort: 'oldest' })
  expect(rows.map(({ action }) => action)).toEqual(['month-closed', 'month-closed', 'month-reopened'])
})

test('only administrators see the books and write in them', async ({ ctx }) => {
  const grace = await asCustomer(ctx)
  const transfer = { description: 'x', from: 'bank', to: 'rent', cents: 1 }
  const attempts = [
    listEntries(grace, {}),
    addEntry(grace, { description: 'x', cents: 1 }),
    addTransfer(grace, transfer),
    closeMonth(grace, '2025-01'),
    reopenMonth(grace, '2025-01'),
  ]
  await Promise.all(attempts.map((attempt) => expect(attempt).rejects.toMatchObject({ code: 'forbidden' })))
})
