import { PASSWORD, signInVisitor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

test('customers export their data and delete their account with their password', async ({
  ctx,
  connection,
  logEntries,
}) => {
  const write = (line: string) => logEntries.push(JSON.parse(line))
  const customer = await signInVisitor(createTestStore(connection, { write }), ctx.db)
  for (const path of ['/api/v1/profile/export', '/api/v1/profile/deletion']) {
    const refused = await customer.post(path, { password: 'wrong orchard' })
    expect([refused.status, (await refused.json()).error.fields]).toEqual([
      400,
      { password: 'Invalid password' },
    ])
  }
  const file = await customer.post('/api/v1/profile/export', { password: PASSWORD })
  expect(file.headers.get('cache-control')).toContain('no-store')
  expect(await file.json()).toMatchObject({
    format: 'personal-data/1',
    data: { account: [{ email: customer.account.email }] },
  })
  const deleted = await customer.post('/api/v1/profile/deletion', { password: PASSWORD })
  expect(await deleted.json()).toMatchObject({
    deleted: true,
    retained: [
      { why: expect.stringContaining('law'), how_long: expect.stringContaining('years') },
      {},
      {},
      {},
    ],
  })
  expect((await customer.post('/api/v1/profile/export', { password: PASSWORD })).status).toBe(401)
  const actions = logEntries.map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['data-export', 'account-deletion']))
})
