import { addTransfer } from '#core/accounting/entries.server.ts'
import { bookSales } from '#core/accounting/post-entries.server.ts'
import { execute } from '#db/sql.ts'
import { buildActor, signInVisitor } from '#test/accounts.ts'
import { buildPayment } from '#test/builders.ts'
import { expect, test } from '#test/page-test.ts'
import { plainBrowser } from '#test/plain-browser.ts'

test('an entry is added, and an invalid amount is rejected', async ({ admin }) => {
  const screen = await admin.open('/admin/accounting')
  expect(screen.field('Description').attributes).toHaveProperty('required')
  expect(screen.field('Amount').attributes).toMatchObject({ required: '', step: '0.01' })
  for (const invalid of [
    { Description: '', Amount: '12.50' },
    { Description: 'Ribbon', Amount: 'twelve' },
  ])
    expect((await screen.submit('Add entry', invalid)).status).toBe(400)
  const typed = { Description: 'Silk paper', Amount: '1e3' }
  const refused = await screen.submit('Add entry', typed)
  expect(refused.status).toBe(400)
  expect(refused.field('Amount')).toMatchObject({
    value: '1e3',
    description: expect.stringMatching(/Enter a number.*such as 12\.50/),
  })
  expect(refused.field('Description').value).toBe('Silk paper')
  const added = await refused.submit('Add entry', { Amount: '-12.50' })
  expect(added.rows('Entries')[0]).toMatch(/Silk paper.*-\$12\.50/)
  expect(added.field('Description').value).toBe('')
  expect((await added.follow('Manual')).rows('Entries').join()).toContain('Silk paper')
  expect((await added.follow('Ledger')).main).toContain('Balanced')
})

test('a ledger entry moves an amount between two accounts', async ({ admin }) => {
  const ledger = await admin.open('/admin/accounting/ledger')
  const [bank, marketing] = [
    ledger.optionValue('From (credit)', 'Bank (asset)'),
    ledger.optionValue('To (debit)', 'Marketing (expense)'),
  ]
  const typed = { 'From (credit)': bank, Amount: '12.50', Description: 'Stamps' }
  const refused = await ledger.submit('Add ledger entry', { ...typed, 'To (debit)': bank })
  expect(refused.field('To (debit)').description).toMatch(/two different accounts/)
  expect(refused.field('Description').value).toBe('Stamps')
  const added = await refused.submit('Add ledger entry', { ...typed, 'To (debit)': marketing })
  expect(added.text).toContain('Entry added')
  expect(added.field('Description').value).toBe('')
  expect(added.rows('Months')[0]).toMatch(/– ?\$0\.00/)
})

test('reports open as documents, and an unknown report is not found', async ({ admin }) => {
  const { heading } = await admin.open('/admin/accounting/profit-and-loss?month=2026-11')
  expect(heading).toBe('Profit and loss for 2026')
  expect((await admin.open('/admin/accounting/trial-balance')).main).toContain('Balanced')
  expect((await admin.open('/admin/accounting/journal')).heading).toContain('Journal for')
  expect((await admin.open('/admin/accounting/ledgers')).status).toBe(404)
})

test('a bookkeeper exports a period’s files without personal data', async ({ ctx, store, connection }) => {
  const order = { email: 'zqfern@orchard.example', shippingAddress: { firstName: 'Zqfern', state: 'OR' } }
  const { orderId } = await buildPayment(ctx, { order })
  await bookSales(ctx, [orderId])
  const bookkeeper = plainBrowser(await signInVisitor(store, connection.db, { staffRole: 'bookkeeper' }))
  const page = await (await bookkeeper.open('/admin/accounting')).follow('Exports')
  expect(page.main).toContain('They have no names, email addresses, or street addresses.')
  for (const [button, columns] of [
    ['Export journal', 'date,entry,account,debit,credit,currency,order,memo'],
    ['Export invoices and credit notes', 'number,type,issued,order,country,state'],
    ['Export tax', 'country,state,tax rate in percent,currency,net sales'],
    ['Export orders', 'number,placed,status,payment,items,total'],
    ['Export order lines', 'order,placed,status,payment,country,SKU'],
    ['Export returns', 'return,order,status,requested'],
  ] as const) {
    const file = await page.submit(button)
    expect([button, file.status, file.html.slice(0, 200)]).toEqual([
      button,
      200,
      expect.stringContaining(columns),
    ])
    expect(file.html.toLowerCase()).not.toContain('zqfern')
    const hasRows = (text: string) => text.trim().split('\n').length > 1
    const isEmpty = button === 'Export returns'
    expect([button, hasRows(file.html)]).toEqual([button, !isEmpty])
    expect(hasRows((await page.submit(button, { From: '2001-01-01', To: '2001-01-31' })).html)).toBe(false)
  }
})

test('the journal of a month leads to its export', async ({ admin }) => {
  const page = await (await admin.open('/admin/accounting/journal?month=2026-02')).follow('Export CSV')
  expect([page.field('From').value, page.field('To').value]).toEqual(['2026-02-01', '2026-02-28'])
})

test('the tax of a month is by country, state, and rate, with what belongs to no order', async ({
  ctx,
  admin,
}) => {
  for (const state of ['CA', 'Near the orchard', 'california']) {
    const { orderId } = await buildPayment(ctx, { order: { shippingAddress: { state } } })
    await execute(
      ctx.db,
    )`update orders set tax = 384, total_amount = 5184, base_total = 5184 where id = ${orderId}`
    await bookSales(ctx, [orderId])
  }
  const fromKent = { region: 'GB', currency: 'gbp', shippingAddress: { state: 'Kent' } } as const
  await bookSales(ctx, [(await buildPayment(ctx, { order: fromKent })).orderId])
  const entry = { description: 'Tax office', cents: 100, from: 'bank', to: 'tax_payable' }
  await addTransfer({ ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }, entry)
  const report = await (await admin.open('/admin/accounting/ledger')).follow('Print tax')
  expect(report.heading).toMatch(/^Tax for /)
  const rows = report.rows('Tax')
  expect(rows[0]).toBe('United Kingdom, 8% £48.00 £0.00 $0.00')
  expect(rows[1]).toMatch(/^United States \$.* \$11\.52 \$11\.52$/)
  expect(rows.slice(2, 4)).toEqual([
    'California, 8% $96.00 $7.68 $7.68',
    'Near the orchard, 8% $48.00 $3.84 $3.84',
  ])
  expect(rows).toContain('Other entries in tax payable -$1.00')
  expect(rows.at(-1)).toBe('Change of tax payable $10.52')
})
