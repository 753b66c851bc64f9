import { signInVisitor } from '#test/accounts.ts'
import { buildOrder } from '#test/builders.ts'
import { expect, test } from '#test/page-test.ts'
import { plainBrowser } from '#test/plain-browser.ts'

test('owners see who read which personal data, on the page and by API', async ({
  admin,
  ctx,
  store,
  connection,
}) => {
  const { number } = await buildOrder(ctx)
  const manager = plainBrowser(await signInVisitor(store, connection.db, { staffRole: 'manager' }))
  const { email } = manager.account
  await manager.open(`/admin/orders/${number}`)
  await manager.open('/admin/orders')
  const log = await admin.open('/admin/audit')
  expect(log.html).toContain('href="/admin/audit?view=reads"')
  const page = await admin.open(`/admin/audit?view=reads&show=orders&q=${email}`)
  const rows = page.rows('Personal data read')
  expect(rows).toHaveLength(2)
  for (const row of rows) expect(row).toContain(email)
  expect(rows.join('\n')).toContain('One by one')
  expect((await admin.open('/admin/audit?view=reads&show=newsletter')).rows('Personal data read')).toEqual([])
  const response = await admin.get(`/api/v1/admin/audit-log/personal-data-reads?data=orders&reader=${email}`)
  const { data } = await response.json()
  expect(data).toContainEqual(expect.objectContaining({ reader: email, way: 'record', records: 1 }))
  expect(data).toContainEqual(expect.objectContaining({ reader_id: manager.account.id, way: 'list' }))
})
