import { buildAccount, PASSWORD } from '#test/accounts.ts'
import { expect, test } from '#test/page-test.ts'

test('customers sign up and sign in with email and password, or with a Google account', async ({
  ctx,
  guest,
}) => {
  for (const [path, submit] of [
    ['/login?mode=sign-up', 'Sign Up'],
    ['/login', 'Sign In'],
  ] as const) {
    const page = await guest.open(path)
    expect(page.buttons).toEqual(expect.arrayContaining([submit, 'Continue with Google']))
    expect(page.field('Email', submit).attributes.type).toBe('email')
    expect(page.field('Password', submit).attributes.type).toBe('password')
  }
  const { email } = await buildAccount(ctx.db)
  const home = await (await guest.open('/login')).submit('Sign In', { Email: email, Password: PASSWORD })
  expect(home.path).toBe('/')
  expect(home.buttons).toContain('Logout')
})
