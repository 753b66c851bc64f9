import { hash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { onTestFinished, vi } from 'vitest'
import type { Context } from '#core/context.ts'
import { changeStoreSettings } from '#core/settings/change-store-settings.server.ts'
import { execute } from '#db/sql.ts'
import { asAdmin, buildAccount, contextForVisitor, PASSWORD, signInVisitor } from '#test/accounts.ts'
import { startHttpServer } from '#test/http/raw-request.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'
import { adminSetupLink, setUpAdmin } from '../admin-setup.server.ts'
import { createLink } from '../one-time-links.server.ts'
import { refuseWeakPassword } from './new-password.server.ts'
import { changePassword, resetPassword } from './password.server.ts'

const EMAIL = 'grace@meadow.example'
const COMMON = 'This password is too common. Choose a different one.'
const mostly = (word: string) =>
  `This password is easy to guess because it’s mostly “${word}”. Choose a different one.`
const refused = (message: string) => ({ code: 'invalid_input', fields: { password: message } })

const WEAK_PASSWORDS: [string, string][] = [
  ['Butterfly', COMMON],
  ['beauty2027', mostly('beauty')],
  ['gr4ce-2027', mostly('grace')],
  ['meadow!!1985', mostly('meadow')],
]

test('sign-up by API names the reason at the field', async ({ connection }) => {
  const visitor = createTestStore(connection).visitor()
  for (const [password, message] of WEAK_PASSWORDS) {
    const options = { data: { full_name: 'Grace Hall' } }
    const response = await visitor.post('/api/v1/auth/signup', { email: EMAIL, password, options })
    expect(await response.json()).toEqual({
      error: { code: 'invalid_input', message, fields: { password: message } },
    })
  }
})

test('a reset and a change refuse weak passwords, and keep the link and the password', async ({
  ctx,
  connection,
}) => {
  const visitor = await signInVisitor(createTestStore(connection), ctx.db, { email: EMAIL })
  const owner = await contextForVisitor(ctx, visitor)
  const token = await createLink(ctx.db, 'reset', { userId: visitor.account.id })
  for (const [password, message] of WEAK_PASSWORDS) {
    await expect(changePassword(owner, { current: PASSWORD, password })).rejects.toMatchObject(
      refused(message),
    )
    await expect(resetPassword(ctx, { token, password })).rejects.toMatchObject(refused(message))
  }
  await resetPassword(ctx, { token, password: 'a newer orchard' })
})

test('the first administrator’s password is checked too', async ({ ctx }) => {
  const settings = { ...ctx.settings, demo: 'off' as const, adminEmail: EMAIL }
  const link = new URL((await adminSetupLink(ctx.db, settings)) ?? '').searchParams.get('link')
  const setUp = (password: string) => setUpAdmin({ ...ctx, settings }, { email: EMAIL, password, link })
  await expect(setUp('qwerty')).rejects.toMatchObject(refused(COMMON))
  await expect(setUp('grace1')).rejects.toMatchObject(refused(mostly('grace')))
  expect(await setUp('tuv9xq')).toBe('created')
})

test('the store’s own name is refused, whatever the owner calls the store', async ({ ctx }) => {
  const store = { name: 'Maison Lumière' }
  await execute(ctx.db)`
    insert into settings (key, value, updated_by) values ('store', ${JSON.stringify(store)}::jsonb, 'usr_1')`
  await expect(refuseWeakPassword(ctx, { password: 'Lumiere2027', email: EMAIL })).rejects.toMatchObject(
    refused(mostly('lumière')),
  )
})

test('an account with a weak password from before still signs in', async ({ ctx, connection }) => {
  const { email } = await buildAccount(ctx.db, { password: 'beauty-grace' })
  expect((await createTestStore(connection).visitor().signIn(email, 'beauty-grace')).status).toBe(200)
})

/** The range API of Have I Been Pwned, and what it was asked. */
async function startBreachService(listener?: RequestListener) {
  const requests: string[] = []
  const sha1 = hash('sha1', PASSWORD).toUpperCase()
  const url = await startHttpServer((request, response) => {
    requests.push(`${request.url} ${request.headers['add-padding']}`)
    if (listener) return listener(request, response)
    const rest = request.url === `/range/${sha1.slice(0, 5)}` ? `${sha1.slice(5)}:42\r\n` : ''
    response.end(`${'0'.repeat(35)}:3\r\n${rest}${hash('sha1', 'a newer orchard').toUpperCase().slice(5)}:0`)
  })
  return { url: `${url}/range`, requests, sha1 }
}

/** The owner has turned the check on. */
async function withService(ctx: Context, breachedPasswordsUrl: string): Promise<Context> {
  await changeStoreSettings(await asAdmin(ctx), 0, { checkBreachedPasswords: true })
  return { ...ctx, settings: { ...ctx.settings, breachedPasswordsUrl } }
}

test('a breached password is refused; only 5 characters of its hash leave the store', async ({ ctx }) => {
  const { url, requests, sha1 } = await startBreachService()
  const checked = await withService(ctx, url)
  await expect(refuseWeakPassword(checked, { password: PASSWORD, email: EMAIL })).rejects.toMatchObject(
    refused('This password appeared in a data breach of another website. Choose a different one.'),
  )
  expect(requests).toEqual([`/range/${sha1.slice(0, 5)} true`])
})

test('a hash that only pads the response is not a breach', async ({ ctx }) => {
  const sha1 = hash('sha1', 'a newer orchard').toUpperCase()
  const { url } = await startBreachService((_, response) => void response.end(`${sha1.slice(5)}:0`))
  await refuseWeakPassword(await withService(ctx, url), { password: 'a newer orchard', email: EMAIL })
})

test('unless the owner turns the check on, no service is asked', async ({ ctx }) => {
  const { url: breachedPasswordsUrl, requests } = await startBreachService()
  const settings = { ...ctx.settings, breachedPasswordsUrl }
  await refuseWeakPassword({ ...ctx, settings }, { password: PASSWORD, email: EMAIL })
  expect(requests).toEqual([])
})

const HANGS = 'hangs'
const FAILURES: Record<string, RequestListener> = {
  [HANGS]: () => {},
  redirects: (_, response) => response.writeHead(302, { location: '/range/00000' }).end(),
  'returns 503': (_, response) => void response.writeHead(503).end(),
  'never stops': (_, response) => {
    const line = `${'0'.repeat(35)}:1\r\n`.repeat(1000)
    const write = () =>
      void response.write(line, (error) => error || response.destroyed || setImmediate(write))
    write()
  },
  'closes the connection': (request) => void request.socket.destroy(),
}

for (const [failure, listener] of Object.entries(FAILURES)) {
  test(`if the service ${failure}, the password is accepted and the failure is logged`, async ({
    ctx,
    logEntries,
  }) => {
    const { url, requests, sha1 } = await startBreachService(listener)
    const checked = await withService(ctx, url)
    const timeUp = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeUp.signal)
    onTestFinished(() => timeout.mockRestore())
    const checking = refuseWeakPassword(checked, { password: PASSWORD, email: EMAIL })
    await expect.poll(() => requests, { timeout: 10_000 }).toHaveLength(1)
    if (failure === HANGS) timeUp.abort()
    await checking
    expect(timeout.mock.calls).toEqual([[2000]])
    expect(requests).toHaveLength(1)
    const entries = logEntries.filter(({ event }) => event === 'breached password check failed')
    expect(entries).toMatchObject([{ level: 'warn', requestId: 'test', host: new URL(url).host }])
    expect(JSON.stringify(entries)).not.toContain(sha1.slice(0, 5))
  })
}
