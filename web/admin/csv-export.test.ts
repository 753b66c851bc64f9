import { z } from 'zod'
import { queryColumn } from '#db/sql.ts'
import { expect, test } from '#test/page-test.ts'

test('an export of personal data is in the audit log, and only lists are exported', async ({
  ctx,
  admin,
}) => {
  expect((await admin.get('/admin/export/users.csv')).status).toBe(200)
  expect((await admin.get('/admin/export/products.csv')).status).toBe(200)
  for (const name of ['constructor', 'toString', 'users', 'x'])
    expect((await admin.get(`/admin/export/${name}`)).status).toBe(404)
  const exported = await queryColumn(ctx.db, z.string())`
    select subject from audit_entries where action = 'list-exported'`
  expect(exported).toEqual(['users.csv'])
})
