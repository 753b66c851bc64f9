import { findAccount } from '#core/accounts/account.server.ts'
import { runJobs, signInVisitor } from '#test/accounts.ts'
import { expect, test } from '#test/file-store.ts'
import { uploadCsv } from '#test/http/upload-csv.ts'

const URL = '/api/v1/admin/customer-imports'

test('a file of customers is checked, read, and run once', async ({ ctx, connection, admin }) => {
  const file = 'email,name\nada@example.com,Ada\nbroken,B\n'
  const uploaded = await uploadCsv(admin, URL, file, { subscribe: 'no' })
  const { id, ...checked } = await uploaded.json()
  expect([uploaded.status, uploaded.headers.get('location')]).toEqual([201, `${URL}/${id}`])
  expect(checked).toMatchObject({ state: 'checked', created: 1, invalid: 1, imported: 0 })
  const invalid = await (await admin.get(`${URL}/${id}?kind=invalid`)).json()
  expect(invalid.data).toEqual([
    { line: 3, kind: 'invalid', key: 'broken', problems: [expect.objectContaining({ column: 'Email' })] },
  ])
  expect((await admin.get(`/api/v1/admin/offer-imports/${id}`)).status).toBe(404)
  const started = await admin.post(`${URL}/${id}/run`)
  expect([started.status, started.headers.get('location')]).toEqual([202, `${URL}/${id}`])
  await admin.post(`${URL}/${id}/run`)
  await runJobs(connection, ctx)
  expect(await (await admin.get(`${URL}/${id}`)).json()).toMatchObject({ state: 'done', imported: 1 })
  expect(await findAccount(ctx.db, 'ada@example.com')).toMatchObject({ confirmed: true })
})

test('a file without the needed column, an empty one, and others’ roles are refused', async ({
  ctx,
  store,
  admin,
}) => {
  const missing = await uploadCsv(admin, URL, 'name\nAda\n')
  expect([missing.status, (await missing.json()).error.message]).toEqual([
    400,
    'The first line must name the columns. Email is missing. This one has “name”.',
  ])
  expect((await uploadCsv(admin, URL, '')).status).toBe(400)
  const editor = await signInVisitor(store, ctx.db, { staffRole: 'editor' })
  expect((await uploadCsv(editor, URL, 'email\na@example.com\n')).status).toBe(403)
})
