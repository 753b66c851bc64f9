import { adminSetupLink } from '#core/accounts/admin-setup.server.ts'
import { findEmailLink, findRole, PASSWORD, runJobs } from '#test/accounts.ts'
import { loadPages } from '#test/pages.tsx'
import { plainBrowser } from '#test/plain-browser.ts'
import { test as base, expect, SECRET } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

const OWNER = 'owner@orchard.example'
const ORIGIN = 'http://localhost:3000'

/** A visitor of a new store outside the demo, which has no administrator. */
const test = base.extend<{ owner: ReturnType<typeof plainBrowser> }>({
  owner: async ({ connection }, use) => {
    const env = {
      STORE_DEMO: 'off',
      PUBLIC_URL: ORIGIN,
      ADMIN_EMAIL: OWNER,
      SMTP_URL: 'smtp://127.0.0.1:1',
      RATE_LIMITS: 'off',
    }
    await use(plainBrowser(createTestStore(connection, { pages: await loadPages(), env }).visitor(), ORIGIN))
  },
})

test('a one-time setup screen creates the first administrator, whose email address is fixed', async ({
  ctx,
  connection,
  owner,
}) => {
  const screen = await owner.open('/setup')
  expect(screen.field('Email')).toMatchObject({ value: OWNER, attributes: { disabled: '' } })
  const refused = await screen.submit('Create Admin User', { Password: PASSWORD })
  expect(refused.text).toContain('Signup Error')
  expect(refused.text).toContain('open the one-time setup link')

  const link = new URL((await adminSetupLink(ctx.db, { demo: 'off', origin: ORIGIN, secret: SECRET })) ?? '')
  const openSetup = () => owner.open(link.pathname + link.search)
  const setup = await openSetup()
  expect([setup.path, setup.heading]).toEqual(['/admin/setup', 'Admin Setup'])
  expect(setup.field('Email')).toMatchObject({ value: OWNER, attributes: { disabled: '' } })
  const created = await setup.submit('Create Admin User', { Password: PASSWORD })
  expect(created.text).toContain('Admin Account Created!')
  expect(await findRole(ctx.db, OWNER)).not.toBe('admin')
  await runJobs(connection, ctx)
  const confirmed = await owner.open(await findEmailLink(connection, OWNER))
  expect(confirmed.text).toContain('Email address confirmed')
  expect(await findRole(ctx.db, OWNER)).toBe('admin')

  owner.cookies.clear()
  const again = await (await openSetup()).submit('Create Admin User', { Password: 'another orchard' })
  expect(again.text).toContain('User Already Exists')
})
