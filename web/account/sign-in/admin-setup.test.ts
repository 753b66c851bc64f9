import { buildAccount } from '#test/accounts.ts'
import { expect, test } from '#test/page-test.ts'

test('the email of the first administrator is fixed, and the password has at least six characters', async ({
  ctx,
  guest,
}) => {
  const setup = await guest.open('/setup')
  const { adminEmail } = ctx.settings
  expect(setup.field('Email')).toMatchObject({ value: adminEmail, attributes: { disabled: '' } })
  expect(setup.field('Password').description).toContain('At least 6 characters.')
})

test('once there is an administrator, the setup is refused', async ({ ctx, guest }) => {
  await buildAccount(ctx.db, { role: 'admin' })
  for (const path of ['/setup', '/admin/setup']) {
    const response = await guest.request('POST', path, { form: { password: 'quiet orchard' } })
    expect([path, response.status, await response.text()]).toEqual([
      path,
      409,
      expect.stringContaining('User Already Exists'),
    ])
  }
})
