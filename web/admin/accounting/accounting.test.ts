import { expect, test } from '#test/page-test.ts'

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
