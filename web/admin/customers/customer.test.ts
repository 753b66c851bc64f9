import { execute } from '#db/sql.ts'
import { PASSWORD, signInVisitor } from '#test/accounts.ts'
import { expect, test } from '#test/page-test.ts'
import { plainBrowser } from '#test/plain-browser.ts'

test('a customer is signed out, blocked, sees why at sign-in, and is unblocked', async ({
  admin,
  store,
  connection,
}) => {
  const customer = plainBrowser(await signInVisitor(store, connection.db))
  const { email } = customer.account
  const list = await admin.open('/admin/users')
  const matching = await list.submit('Search', { 'Search by email or name': email })
  expect(matching.rows('Users')).toEqual([expect.stringContaining(email)])
  const details = await matching.follow('Grace')
  expect(details.path).toMatch(/^\/admin\/users\/usr_/)
  expect(details.main).toContain(email)
  expect(details.main).toContain('Active sessions 1 device')
  const signedOut = await details.submit('Sign out everywhere')
  expect(signedOut.text).toContain('Signed out everywhere')
  expect(signedOut.main).toContain('Active sessions None')
  expect((await customer.open('/profile')).path).toMatch(/^\/login/)

  expect(signedOut.main).toContain(`Block ${email}?`)
  const blocked = await signedOut.submit('Block')
  expect(blocked.text).toContain('Customer blocked')
  const signIn = async () =>
    (await customer.open('/login')).submit('Sign In', { Email: email, Password: PASSWORD })
  expect((await signIn()).text).toContain('This account is blocked. Please contact')
  expect((await admin.open('/admin/users?show=blocked')).rows('Users')).toEqual([
    expect.stringMatching(new RegExp(`${email}.*Blocked`)),
  ])
  const unblocked = await blocked.submit('Unblock')
  expect(unblocked.text).toContain('Customer unblocked')
  expect((await signIn()).path).toBe('/')
})

test('a name that a spreadsheet would run is exported as text, and no name is shown as such', async ({
  ctx,
  admin,
  customer,
}) => {
  const { email, id } = customer.account
  await execute(ctx.db)`update profiles set full_name = ${'=HYPERLINK("x")'} where id = ${id}`
  const csv = await (await admin.get(`/admin/export/users.csv?q=${email}`)).text()
  expect(csv).toContain(`"'=HYPERLINK(""x"")"`)
  await execute(ctx.db)`update profiles set full_name = null where id = ${id}`
  const list = await admin.open(`/admin/user-management?q=${email}`)
  expect(list.rows('Roles')).toEqual([expect.stringContaining('Not provided')])
})

test('newsletter subscribers are filtered, sorted, searched, and exported', async ({ ctx, admin }) => {
  for (const [name, state] of [
    ['reader', 'subscribed'],
    ['avid-reader', 'subscribed'],
    ['former', 'left'],
  ] as const)
    await execute(ctx.db)`
      insert into newsletter_subscribers (id, email, state, confirmed_at)
      values (${`sub_${name}`}, ${`${name}@orchard.example`}, ${state}, now())`
  const list = await (await admin.open('/admin/newsletter')).follow('Subscribed')
  const sorted = await list.follow('Email')
  expect(sorted.path).toMatch(/show=subscribed&sort=email$/)
  expect(sorted.rows('Newsletter').map((row) => row.split(' ')[0])).toEqual([
    'avid-reader@orchard.example',
    'reader@orchard.example',
  ])
  const matching = await sorted.submit('Search', { 'Search by email': 'avid' })
  expect(matching.rows('Newsletter')).toHaveLength(1)
  const csv = await (await admin.get(matching.links('Export CSV')[0] ?? '')).text()
  expect(csv).toContain('avid-reader@orchard.example,subscribed,')
  expect(csv).not.toContain('former')
})
