import { z } from 'zod'
import { execute, queryColumn } from '#db/sql.ts'
import { runJobs } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
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

test('the sources of very many sales are exported once they are counted, not as an empty file', async ({
  ctx,
  connection,
  admin,
}) => {
  const yesterday = new Date(ctx.now.getTime() - 24 * 3_600_000)
  await execute(ctx.db)`
    insert into sales_changes (hour, region, orders, paid, revenue)
    values (date_trunc('hour', ${yesterday}::timestamptz, 'UTC'), 'US', 1000001, 0, 0)`
  const early = await admin.get('/admin/export/sources.csv')
  expect(early.status).toBe(503)
  expect(await early.text()).toContain('These sales are being counted.')
  await runJobs(connection, ctx)
  const counted = await admin.get('/admin/export/sources.csv')
  expect(counted.status).toBe(200)
  expect(await counted.text()).toContain('source,medium,campaign')
})

test('an export has all rows of a list of several pages', async ({ ctx, admin }) => {
  await execute(ctx.db)`
    insert into offers (id, code, title, description, kind, value, starts_at, active)
    select 'off_' || n, 'CODE' || n, 'A title', '', 'amount', 100, now(), true from generate_series(1, 501) n`
  const csv = await (await admin.get('/admin/export/offers.csv')).text()
  expect(csv.trim().split('\n')).toHaveLength(502)
})

test('an exported cell keeps its line breaks, and runs as no formula', async ({ ctx, admin }) => {
  await buildProduct(ctx, { name: 'Rose\rOil', tagline: 'Soft.\nWarm.' })
  await buildProduct(ctx, { name: '=SUM(A1)' })
  const csv = await (await admin.get('/admin/export/products.csv')).text()
  for (const cell of ['"Rose\rOil"', '"Soft.\nWarm."', "'=SUM(A1)"]) expect(csv).toContain(`,${cell},`)
})
