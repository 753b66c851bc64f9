import { adminSetupLink } from '#core/accounts/admin-setup.server.ts'
import { execute } from '#db/sql.ts'
import { findSentEmails, runJobs } from '#test/accounts.ts'
import { findAll } from '#test/markup.ts'
import { loadPages } from '#test/pages.tsx'
import { plainBrowser } from '#test/plain-browser.ts'
import { expect, SECRET, test as storeTest } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

const ORIGIN = 'http://localhost:3000'
const OWNER = { email: 'owner@orchard.example', password: 'quiet orchard' }

/** `test` with a new store outside the demo. */
const test = storeTest.extend<{ visitor: ReturnType<typeof plainBrowser>; setupPath: () => Promise<string> }>(
  {
    visitor: async ({ connection }, use) => {
      const env = {
        STORE_DEMO: 'off',
        DATABASE_URL: 'postgres://store',
        PUBLIC_URL: ORIGIN,
        ADMIN_EMAIL: OWNER.email,
        SMTP_URL: 'smtp://127.0.0.1:1',
        RATE_LIMITS: 'off',
      }
      const store = createTestStore(connection, { env, pages: await loadPages() })
      await use(plainBrowser(store.visitor()))
    },
    setupPath: async ({ ctx }, use) => {
      await use(async () => {
        const link = await adminSetupLink(ctx.db, { demo: 'off', origin: ORIGIN, secret: SECRET })
        const { pathname, search } = new URL(link ?? '')
        return pathname + search
      })
    },
  },
)

/** The page that a browser without scripts opens by itself, and after how many seconds. */
const refreshOf = (html: string) => /<meta http-equiv="refresh" content="([^"]+)"/i.exec(html)?.[1]

test('the setup link of the first start creates one administrator, who must set up a second factor', async ({
  ctx,
  connection,
  visitor,
  setupPath,
}) => {
  const withoutLink = await (await visitor.open('/setup')).submit('Create Admin User', {
    Password: OWNER.password,
  })
  expect(withoutLink.text).toContain('Signup Error')
  expect(withoutLink.text).toContain('open the one-time setup link')

  const link = await setupPath()
  const setup = await visitor.open(link)
  expect([setup.path, setup.field('Email').value]).toEqual(['/admin/setup', OWNER.email])
  const created = await setup.submit('Create Admin User', { Password: OWNER.password })
  expect(created.text).toContain('Admin Account Created!')
  expect(created.text).toContain('Please check your email for verification before signing in.')
  expect(refreshOf(created.html)).toBe('3; url=/login')

  const second = await (await visitor.open(link)).submit('Create Admin User', { Password: OWNER.password })
  expect(second.text).toContain('follow the link in its email')

  await runJobs(connection, ctx)
  const [confirmation] = await findSentEmails(connection, OWNER.email)
  expect(confirmation?.kind).toBe('confirm')
  const confirmPath = /https?:\/\/[^/\s]+(\/auth\/\S+)/.exec(confirmation?.text ?? '')?.[1] ?? ''
  expect((await visitor.open(confirmPath)).text).toContain('Email address confirmed')
  visitor.cookies.clear()
  const signedIn = await (await visitor.open('/admin/login')).submit('Sign In', {
    Email: OWNER.email,
    Password: OWNER.password,
  })
  expect(signedIn.path).toBe('/profile/security#second-step')
  expect(signedIn.text).toContain('Login Successful')
  expect(signedIn.text).toContain('Administrators of this store need two-step sign-in')
  const [firstSection] = findAll(signedIn.root, ({ tag }) => tag === 'section')
  expect(firstSection?.attributes.id).toBe('second-step')

  visitor.cookies.clear()
  const again = await (await visitor.open(link)).submit('Create Admin User', { Password: 'another orchard' })
  expect(again.text).toContain('User Already Exists')
  expect(again.text).toContain('This admin account already exists. Please sign in instead.')
  expect(refreshOf(again.html)).toBe('2; url=/login')
})

test('an owner with a confirmed email can sign in at once with their existing password', async ({
  ctx,
  connection,
  owner,
  visitor,
  setupPath,
}) => {
  await (await visitor.open(await setupPath())).submit('Create Admin User', { Password: OWNER.password })
  await execute(ctx.db)`update auth_users set email_verified = true`
  await owner.query('alter table profiles disable trigger last_owner_keeps_role')
  await connection.pool.query(`update profiles set role = 'user'`)
  const link = await setupPath()
  visitor.cookies.clear()
  const refused = await (await visitor.open(link)).submit('Create Admin User', {
    Password: 'not the owner’s',
  })
  expect(refused.text).toContain('Account Exists')
  expect(refused.text).toContain('This email is already registered. Please sign in instead.')
  expect(refreshOf(refused.html)).toBe('2; url=/login')
  const ready = await (await visitor.open(link)).submit('Create Admin User', { Password: OWNER.password })
  expect(ready.text).toContain('Admin Account Ready!')
  expect(ready.text).toContain('You can now sign in with your admin credentials.')
  expect(refreshOf(ready.html)).toBe('3; url=/login')
  const signedIn = await (await visitor.open('/admin/login')).submit('Sign In', {
    Email: OWNER.email,
    Password: OWNER.password,
  })
  expect(signedIn.path).toBe('/profile/security#second-step')
})
