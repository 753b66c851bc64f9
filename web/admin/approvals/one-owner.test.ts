import { buildAccount, PASSWORD } from '#test/accounts.ts'
import { expect, test } from '#test/page-test.ts'

test('while one person is alone, nothing waits for approval', async ({ ctx, admin }) => {
  await buildAccount(ctx.db, { staffRole: 'manager' })
  const settings = await admin.open('/admin/approvals?show=settings')
  const saved = await settings.submit('Save', { 'Role changes': true, 'Your password': PASSWORD })
  expect(saved.text).toContain('Settings saved')
  expect(saved.main).toContain('Role changes wait for a second owner; there is one.')
  const { email } = await buildAccount(ctx.db)
  const role = `Role of ${email}`
  const list = await admin.open(`/admin/user-management?q=${email}`)
  const confirm = await list.submit('Save', { [role]: 'admin' })
  const changed = await confirm.submit('Change role', { 'Your password': PASSWORD })
  expect(changed.text).toContain('User role updated successfully')
})
