import fc from 'fast-check'
import { changeStoreSettings } from '#core/settings/change-store-settings.server.ts'
import { buildActor, runJobs } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { addEntry, addTransfer, listEntries } from './entries.server.ts'
import { type EntryLine, refundLines, saleLines } from './entries.ts'
import { readJournal } from './journal.server.ts'
import {
  balanceSheet,
  closeMonth,
  ledgerByMonth,
  profitAndLoss,
  reopenMonth,
  trialBalance,
} from './ledger.server.ts'

type Pool = { query(text: string, values: unknown[]): Promise<unknown> }

async function post(pool: Pool, at: string, lines: EntryLine[]): Promise<void> {
  const id = newId('entry')
  const rows = lines.map(({ account, amount, baseAmount }) => ({ account, amount, base_amount: baseAmount }))
  await pool.query(
    `with entry as (insert into accounting (id, description, amount, entry_date) values ($1, 'Posted', 1, $2) returning id)
      insert into accounting_lines select entry.id, l.* from entry,
        jsonb_to_recordset($3) as l(account text, amount bigint, base_amount bigint)`,
    [id, at, JSON.stringify(rows)],
  )
}

async function asAdmin(ctx: Context, now = ctx.now): Promise<Context> {
  return { ...ctx, now, actor: await buildActor(ctx.db, { role: 'admin' }) }
}

const sale = {
  rate: 1,
  subtotal: 10_000,
  discount: 1000,
  shipping: 0,
  tax: 720,
  shippingTax: 0,
  taxIncluded: false,
  total: 9720,
} as const

test('a manual entry is listed, booked to two accounts, and recorded in the audit log', async ({
  ctx,
  connection,
}) => {
  const admin = await asAdmin(ctx)
  await addEntry(admin, { description: ' Ribbon ', cents: -1250 })
  const { rows } = await listEntries(admin, { search: 'RIBB' })
  expect(rows).toMatchObject([{ description: 'Ribbon', amount: -1250, currency: 'usd', kind: 'manual' }])
  const { accounts, sum } = trialBalance(await ledgerByMonth(admin))
  expect(accounts).toMatchObject({ bank: -1250, other: 1250 })
  expect(sum).toBe(0)
  const { rows: audit } = await connection.pool.query(
    `select after from audit_entries where action = 'entry-added'`,
  )
  expect(audit).toEqual([{ after: { description: 'Ribbon', cents: -1250, account: 'other' } }])
  for (const description of ['', '  ', 'x'.repeat(501), 'a\0b'])
    await expect(addEntry(admin, { description, cents: 1 })).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(addEntry(admin, { description: 'x', cents: 0 })).rejects.toThrow('other than 0')
  await expect(addEntry(ctx, { description: 'x', cents: 1 })).rejects.toThrow('sign in')
})

test('capital is equity, and cost of goods and fees are lines of their own', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const transfer = (from: string, to: string, cents: number) =>
    addTransfer(admin, { description: 'Transfer', from, to, cents })
  await transfer('owners_capital', 'bank', 2_500_000)
  await transfer('bank', 'cost_of_goods', 300_000)
  await transfer('card_clearing', 'processing_fees', 2_000)
  await addEntry(admin, { description: 'Rent', cents: -165_000, account: 'rent' })
  const months = await ledgerByMonth(admin)
  expect(profitAndLoss(months)).toMatchObject([
    { costOfGoods: -300_000, fees: -2_000, other: -165_000, profit: -467_000 },
  ])
  const { accounts, retainedProfit } = balanceSheet(months)
  expect(accounts).toMatchObject({ bank: 2_035_000, card_clearing: -2_000, owners_capital: -2_500_000 })
  expect(retainedProfit).toBe(-467_000)
  expect(trialBalance(months).sum).toBe(0)
  const { rows } = await listEntries(admin, { search: 'transfer', sort: 'oldest' })
  expect(rows.map(({ amount }) => amount)).toEqual([2_500_000, -300_000, 2_000])
})

test('a transfer needs two different accounts and a positive amount', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const transfer = { description: 'Rent', from: 'bank', to: 'rent', cents: 100 }
  const refuses = (change: object, field: string) =>
    expect(addTransfer(admin, { ...transfer, ...change })).rejects.toMatchObject({
      fields: { [field]: expect.any(String) },
    })
  await refuses({ to: 'bank' }, 'to')
  await refuses({ from: 'piggy_bank' }, 'from')
  await refuses({ cents: -1 }, 'amount')
  await refuses({ description: ' ' }, 'description')
  await expect(addTransfer(ctx, transfer)).rejects.toThrow('sign in')
})

test('a month’s profit is its sales minus refunds and expenses', async ({ ctx, connection }) => {
  const admin = await asAdmin(ctx, new Date('2026-03-15T12:00:00Z'))
  await post(connection.pool, '2026-02-10T10:00:00Z', saleLines(sale))
  await post(connection.pool, '2026-02-20T10:00:00Z', refundLines(sale, { items: 972, shipping: 0 }))
  await post(connection.pool, '2026-03-14T23:59:59Z', saleLines(sale))
  const expected = [
    { month: '2026-03', sales: 9000, refunds: 0, costOfGoods: 0, fees: 0, other: 0, profit: 9000 },
    { month: '2026-02', sales: 9000, refunds: -900, costOfGoods: 0, fees: 0, other: 0, profit: 8100 },
  ]
  expect(profitAndLoss(await ledgerByMonth(admin))).toEqual(expected)
  // Past days are summarized now; today's entries still count.
  expect(profitAndLoss(await ledgerByMonth(admin))).toEqual(expected)
  await post(connection.pool, '2026-03-15T11:00:00Z', saleLines(sale))
  expect(profitAndLoss(await ledgerByMonth(admin))[0]?.sales).toBe(18_000)
  expect((await connection.pool.query('select distinct day from accounting_days')).rowCount).toBe(2)
})

test('a closed month rejects entries until it is reopened, and the current month cannot be closed', async ({
  ctx,
  connection,
}) => {
  const admin = await asAdmin(ctx, new Date('2026-03-15T12:00:00Z'))
  await post(connection.pool, '2026-02-10T10:00:00Z', saleLines(sale))
  for (const month of ['2026-03', '2027-01', 'May', '2026-13'])
    await expect(closeMonth(admin, month)).rejects.toMatchObject({ name: 'Refusal' })
  await closeMonth(admin, '2026-02')
  expect(await ledgerByMonth(admin)).toMatchObject([{ month: '2026-02', closed: true }])
  await expect(post(connection.pool, '2026-02-28T23:59:59Z', saleLines(sale))).rejects.toThrow('closed')
  await post(connection.pool, '2026-03-01T00:00:00Z', saleLines(sale))
  await reopenMonth(admin, '2026-02')
  await post(connection.pool, '2026-02-28T23:59:59Z', saleLines(sale))
})

test('months begin and end at midnight in the store’s time zone, also after the zone changes', async ({
  ctx,
  connection,
}) => {
  const admin = await asAdmin(ctx, new Date('2026-04-01T02:00:00Z'))
  await post(connection.pool, '2026-03-01T03:00:00Z', saleLines(sale))
  await post(connection.pool, '2026-04-01T01:00:00Z', saleLines(sale))
  const monthsOf = async () => (await ledgerByMonth(admin)).map(({ month }) => month)
  expect(await monthsOf()).toEqual(['2026-04', '2026-03'])
  await changeStoreSettings(admin, 0, { timeZone: 'America/New_York' })
  expect(await monthsOf()).toEqual(['2026-03', '2026-02'])
  expect(await monthsOf()).toEqual(['2026-03', '2026-02'])
  expect((await readJournal(admin, '2026-02')).entries).toHaveLength(1)
  await expect(closeMonth(admin, '2026-03')).rejects.toThrow('after it ends')
  await closeMonth(admin, '2026-02')
  await expect(post(connection.pool, '2026-03-01T04:59:59Z', saleLines(sale))).rejects.toThrow('closed')
  await post(connection.pool, '2026-03-01T05:00:00Z', saleLines(sale))
})

test('a ledger with many days to add up says so, and a job adds them up', async ({ ctx, connection }) => {
  const admin = await asAdmin(ctx)
  const days = 40
  for (let day = 1; day <= days; day++)
    await post(connection.pool, new Date(Date.UTC(2025, 0, day, 12)).toISOString(), saleLines(sale))
  await expect(ledgerByMonth(admin, days - 1)).rejects.toMatchObject({ code: 'unavailable' })
  await runJobs(connection, ctx)
  const months = await ledgerByMonth(admin, days - 1)
  expect(months.map(({ month }) => month)).toEqual(['2025-02', '2025-01'])
  expect(trialBalance(months).sum).toBe(0)
  expect(months[1]?.accounts.sales).toBe((months[0]?.accounts.sales ?? 0) * (31 / 9))
})

test('an invalid stored time zone doesn’t stop entries from being booked', async ({ ctx, connection }) => {
  const admin = await asAdmin(ctx)
  await connection.pool.query(`insert into settings (key, value) values ('timeZone', '"Mars/Olympus"')`)
  await addEntry(admin, { description: 'Ribbon', cents: -1250 })
  expect(await ledgerByMonth(admin)).toHaveLength(1)
})

test('the trial balance is zero after any sequence of sales, refunds, and manual entries', async ({
  ctx,
  connection,
}) => {
  const admin = await asAdmin(ctx, new Date('2026-12-31T12:00:00Z'))
  const anyAmount = fc.integer({ min: 1, max: 100_000 })
  const eventArbitrary = fc.record({
    rate: fc.constantFrom(1, 1.35, 0.8, 83),
    subtotal: anyAmount,
    tax: anyAmount,
    shipping: anyAmount,
    refundShare: fc.double({ min: 0.01, max: 1, noNaN: true }),
    day: fc.integer({ min: 1, max: 360 }),
    manualCents: fc.integer({ min: -50_000, max: 50_000 }).filter((cents) => cents !== 0),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(eventArbitrary, { maxLength: 4 }), async (events) => {
      for (const { rate, subtotal, tax, shipping, refundShare, day, manualCents } of events) {
        const total = subtotal + shipping + tax
        const at = new Date(Date.UTC(2026, 0, day)).toISOString()
        const order = {
          rate,
          subtotal,
          discount: 0,
          shipping,
          tax,
          shippingTax: 0,
          taxIncluded: false,
          total,
        }
        await post(connection.pool, at, saleLines(order))
        const amount = Math.ceil(total * refundShare)
        const items = Math.min(amount, total - shipping)
        await post(connection.pool, at, refundLines(order, { items, shipping: amount - items }))
        await addEntry(admin, { description: 'Manual', cents: manualCents })
      }
      expect(trialBalance(await ledgerByMonth(admin)).sum).toBe(0)
    }),
    { numRuns: 12 },
  )
})

test('a month’s journal lists its entries with debits and credits, and no other month’s', async ({
  ctx,
  connection,
}) => {
  const admin = await asAdmin(ctx, new Date('2026-11-20T12:00:00Z'))
  await post(connection.pool, '2026-10-31T23:59:59.999Z', saleLines(sale))
  await post(connection.pool, '2026-11-01T00:00:00Z', saleLines(sale))
  await post(connection.pool, '2026-11-30T23:59:59.999Z', refundLines(sale, { items: 9720, shipping: 0 }))
  await post(connection.pool, '2026-12-01T00:00:00Z', saleLines(sale))
  const { entries, more } = await readJournal(admin, '2026-11')
  expect(more).toBe(false)
  expect(entries.map(({ at }) => at.toISOString().slice(0, 10))).toEqual(['2026-11-01', '2026-11-30'])
  expect(entries[0]?.lines).toEqual([
    { account: 'card_clearing', amount: 9720 },
    { account: 'discounts', amount: 1000 },
    { account: 'tax_payable', amount: -720 },
    { account: 'sales', amount: -10_000 },
  ])
  for (const { lines } of entries) expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  await expect(readJournal(admin, '2026-13')).rejects.toThrow('valid month')
  await expect(readJournal(ctx, '2026-11')).rejects.toThrow('sign in')
})

test('a month that is being closed waits for the entries that are being booked', async ({
  ctx,
  connection,
}) => {
  const admin = await asAdmin(ctx, new Date('2026-03-15T12:00:00Z'))
  const booking = await connection.pool.connect()
  await booking.query('begin')
  await booking.query(
    `insert into accounting (id, description, amount, entry_date) values ('ent_late', 'Late', 1, '2026-02-28T23:59:59Z')`,
  )
  const closing = closeMonth(admin, '2026-02')
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted`
  await expect.poll(async () => (await connection.pool.query(waiting)).rowCount).toBe(1)
  await booking.query('commit')
  booking.release()
  await closing
  await expect(
    connection.pool.query(
      `insert into accounting (id, description, amount, entry_date) values ('ent_later', 'Later', 1, '2026-02-28T23:59:59Z')`,
    ),
  ).rejects.toThrow('closed')
})
