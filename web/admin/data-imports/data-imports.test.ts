import { findAccount } from '#core/accounts/account.server.ts'
import { runJobs } from '#test/accounts.ts'
import { expect, test } from '#test/file-store.ts'
import { uploadByForm } from '#test/http/upload-form.ts'
import { findAll, textOf } from '#test/markup.ts'

test('without scripts, customers are checked, previewed row by row, and imported once', async ({
  ctx,
  connection,
  admin,
}) => {
  const screen = await (await admin.open('/admin/users')).follow('Import CSV')
  expect(screen.heading).toBe('Import customers')
  const refused = await uploadByForm(admin, screen.path, [{ name: 'a.csv', content: 'name\nAda\n' }])
  const alerts = findAll(refused.root, ({ attributes }) => attributes.role === 'alert').map(textOf)
  expect(alerts.join()).toContain('Email is missing')

  const content = Buffer.from('email;name\nada@example.com;Zoë <b>\nbroken;B\n', 'latin1')
  const file = { name: 'customers.csv', content: new Uint8Array(content) }
  const review = await uploadByForm(admin, screen.path, [file], ['subscribe'])
  expect(review.heading).toBe('Review import')
  expect(review.main).toContain('customers.csv: 2 customers. Read as Latin-1.')
  expect(review.rows('Rows').join()).toContain('Zoë <b>')
  expect((await review.follow('Invalid 1')).rows('Rows')).toEqual([
    expect.stringContaining('Please enter a valid email address'),
  ])
  await review.submit('Import 1 customer')
  await runJobs(connection, ctx)
  const done = await admin.open(review.path)
  expect(done.heading).toBe('Import complete')
  expect(done.main).toContain('1 customer created. 1 row skipped.')
  expect(await findAccount(ctx.db, 'ada@example.com')).toBeDefined()
  expect((await admin.open('/admin/users/import')).rows('Imports').join()).toContain('2 (1 invalid)')
})

test('an import is found only below its own list', async ({ admin }) => {
  const review = await uploadByForm(admin, '/legacy-admin/offers/import', [
    { name: 'offers.csv', content: 'code,value\nSPRING,10%\n' },
  ])
  expect(review.path).toMatch(/^\/legacy-admin\/offers\/import\/imp_/)
  expect(review.main).toContain('value 10%')
  const id = review.path.split('/').at(-1)
  expect((await admin.get(`/admin/users/import/${id}`)).status).toBe(404)
})
