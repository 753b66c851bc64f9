import { findEmailLink, PASSWORD, runJobs } from '#test/accounts.ts'
import { findAll, type Markup, textOf } from '#test/markup.ts'
import { expect, test } from '#test/page-test.ts'

const findTags = (parent: Markup | undefined, tag: string) =>
  parent ? findAll(parent, (element) => element.tag === tag) : []

test('a new account is confirmed by a link to the home page, and starts with one sample address', async ({
  ctx,
  connection,
  guest,
}) => {
  const email = 'marlowe@orchard.example'
  const requestToken = async () => {
    const grant = { grant_type: 'password', email, password: PASSWORD }
    return (await guest.post('/api/v1/auth/token', grant)).status
  }
  const signUp = await guest.open('/signup')
  const login = await signUp.submit('Sign Up', { Email: email, Password: PASSWORD })
  expect(login.path).toBe('/login')
  expect(await requestToken()).toBe(403)
  const home = await guest.open(await findEmailLink(connection, email))
  expect([home.status, home.path]).toEqual([200, '/'])
  expect(await requestToken()).toBe(200)

  await (await guest.open('/login')).submit('Sign In', { Email: email, Password: PASSWORD })
  await runJobs(connection, ctx)
  const { root } = await guest.open('/profile?tab=addresses')
  const cards = findTags(findTags(root, 'main')[0], 'article')
  expect(cards).toHaveLength(1)
  const [heading] = findTags(cards[0], 'h3')
  expect(findTags(heading, 'span').map(textOf)).toEqual(['Home', 'Default'])
})
