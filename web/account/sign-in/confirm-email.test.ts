import { findEmailLink, PASSWORD } from '#test/accounts.ts'
import { expect, test } from '#test/page-test.ts'
import { plainBrowser } from '#test/plain-browser.ts'

test('in another browser, the confirmation link asks for the password once', async ({
  connection,
  guest,
  store,
}) => {
  const email = 'elsewhere@orchard.example'
  await guest.post('/api/v1/auth/signup', { email, password: PASSWORD })
  const link = await findEmailLink(connection, email)
  const page = await plainBrowser(store.visitor()).open(link)
  const refused = await page.submit('Confirm Email', { Password: 'another orchard' })
  expect(refused.text).not.toContain('Email address confirmed')
  const confirmed = await refused.submit('Confirm Email', { Password: PASSWORD })
  expect(confirmed.text).toContain('Email address confirmed')
  const login = await guest.open('/login')
  expect((await login.submit('Sign In', { Email: email, Password: PASSWORD })).path).toBe('/')
})
