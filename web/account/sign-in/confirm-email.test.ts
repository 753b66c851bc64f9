import { changeEmail } from '#core/accounts/change-email.server.ts'
import { contextForVisitor, findEmailLink, PASSWORD, signInVisitor } from '#test/accounts.ts'
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
  const refused = await page.submit('Confirm email', { Password: 'another orchard' })
  expect(refused.text).not.toContain('Email address confirmed')
  const confirmed = await refused.submit('Confirm email', { Password: PASSWORD })
  expect(confirmed.text).toContain('Email address confirmed')
  const login = await guest.open('/login')
  expect((await login.submit('Sign In', { Email: email, Password: PASSWORD })).path).toBe('/')
})

test('in another browser, a new address is confirmed by a button, not by opening the link', async ({
  connection,
  ctx,
  store,
}) => {
  const here = await signInVisitor(store, connection.db)
  const email = 'married@orchard.example'
  await changeEmail(await contextForVisitor(ctx, here), { email, password: PASSWORD })
  const link = await findEmailLink(connection, email)
  const page = await plainBrowser(store.visitor()).open(link)
  expect(page.text).toContain('Confirm your new email address')
  const login = await page.submit('Confirm new email')
  expect(login.path).toBe('/login')
  expect((await login.submit('Sign In', { Email: email, Password: PASSWORD })).path).toBe('/')
  const again = await plainBrowser(store.visitor()).open(link)
  expect(again.path).toBe('/login?link=used')
})
