import { buildAccount, PASSWORD } from '#test/accounts.ts'
import { expect, test } from '#test/page-test.ts'

test('a role is changed with the administrator’s password', async ({ ctx, admin }) => {
  const { email } = await buildAccount(ctx.db)
  const role = `Role of ${email}`
  const list = await admin.open(`/admin/user-management?q=${email}`)
  const confirm = await list.submit('Save', { [role]: 'admin' })
  expect(confirm.text).toContain(`${email} will be able to view and change everything`)
  expect(confirm.field(role).value).toBe('user')
  const cancelled = await confirm.follow('Cancel')
  expect(cancelled.text).not.toContain(`${email} will be able to view`)
  expect(cancelled.field(role).value).toBe('user')
  const refused = await confirm.submit('Change role', { 'Your password': 'wrong orchard' })
  expect(refused.field('Your password').description).toBe('Invalid password')
  const changed = await refused.submit('Change role', { 'Your password': PASSWORD })
  expect(changed.text).toContain('User role updated successfully')
  expect(changed.field(role).value).toBe('admin')
  expect((await changed.follow('Admins')).field(role).value).toBe('admin')
  const demotion = await changed.submit('Save', { [role]: 'user' })
  const demoted = await demotion.submit('Change role', { 'Your password': PASSWORD })
  expect(demoted.field(role).value).toBe('user')
  expect(
    (await admin.open(`/admin/user-management?show=admin&q=${email}`)).rows('Roles').join(),
  ).not.toContain(email)
})

test('the designated administrator’s role stays, and the reason is shown', async ({ ctx, admin }) => {
  const email = ctx.settings.adminEmail
  await buildAccount(ctx.db, { email, role: 'admin' })
  const list = await admin.open(`/admin/user-management?q=${email}`)
  const refused = await list.submit('Save', { [`Role of ${email}`]: 'user' })
  expect(refused.text).toContain(
    'Error updating user role You can’t remove the designated administrator’s role.',
  )
  expect(refused.field(`Role of ${email}`).value).toBe('admin')
})
