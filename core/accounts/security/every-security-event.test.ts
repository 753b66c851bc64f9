import { readFileSync } from 'node:fs'
import { execute } from '#db/sql.ts'
import {
  asAdmin,
  asCustomer,
  contextForVisitor,
  findEmailLink,
  JUST_SIGNED_IN,
  PASSWORD,
  runJobs,
  signInVisitor,
} from '#test/accounts.ts'
import { startFakeGoogle } from '#test/http/fake-google.ts'
import { createDevice } from '#test/passkey-device.ts'
import { enableSecondFactor } from '#test/second-factor.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'
import { approveRequest } from '../../approvals/decide-approval.server.ts'
import { deleteMyAccount } from '../../privacy/delete-account.server.ts'
import { exportMyData } from '../../privacy/export-my-data.server.ts'
import { createApiKey, revokeApiKey } from '../api-keys/api-keys.server.ts'
import { changeEmail } from '../change-email.server.ts'
import { changePassword, resetPassword } from '../passwords/password.server.ts'
import { changeRole } from '../roles.server.ts'
import { endOtherSessions } from '../sessions/active-sessions.server.ts'
import { findTokenSession } from '../sessions/token-session.server.ts'
import { signIn } from '../sign-in/sign-in.server.ts'
import { changeSecondFactorRoles, findSecondFactorRoles } from './change-second-factor-roles.server.ts'
import { connectGoogle } from './google.server.ts'
import { signInWithPasskey, startPasskeySignIn } from './passkey-sign-in.server.ts'
import { addPasskey, listPasskeys, removePasskey, startPasskeyRegistration } from './passkeys.server.ts'
import { removeSecondFactor } from './remove-second-factor.server.ts'
import { disableSecondFactor, renewRecoveryCodes } from './second-factor.server.ts'
import { SECURITY_ACTIONS, SECURITY_METHODS, SECURITY_OUTCOMES } from './security-events.server.ts'
import { finishSignIn } from './sign-in-code.server.ts'

const NEW_PASSWORD = 'seven copper kettles'

function describeEvent(event: Record<string, unknown>): string {
  const outcome = event.outcome === 'succeeded' ? '' : `, ${event.outcome}`
  const status = event.action === 'request' ? ` ${event.reason}` : ''
  return `${event.action}${event.method ? ` by ${event.method}` : ''}${outcome}${status}`
}

test('every outcome that docs/operations.md lists is one event, without personal data', {
  timeout: 60_000,
}, async ({ connection, ctx: base, logEntries }) => {
  const { env, consent } = await startFakeGoogle()
  const write = (line: string) => logEntries.push(JSON.parse(line))
  const store = createTestStore(connection, { env, write })
  const ctx = { ...base, visitor: { ...base.visitor, ipAddress: '198.51.100.7' } }
  const withToken = async (token: string) => {
    const session = await findTokenSession(ctx, token, 'browser')
    if (!session) throw new Error('No session has this token')
    return { ...ctx, actor: session.actor }
  }
  const seen: Record<string, unknown>[] = []
  /** The events of these steps, in order. */
  async function eventsOf(...steps: (() => Promise<unknown>)[]): Promise<string[]> {
    logEntries.length = 0
    for (const step of steps) await step().catch(() => undefined)
    const events = logEntries.filter(({ event }) => event === 'security')
    seen.push(...events)
    return events.map(describeEvent)
  }

  const grace = await signInVisitor(store, ctx.db)
  const { id, email } = grace.account
  const wrong = () => signIn(ctx, { email, password: 'wrong orchard' })
  expect(await eventsOf(() => signIn(ctx, { email, password: PASSWORD }), wrong)).toEqual([
    'sign-in by password',
    'sign-in by password, refused',
  ])

  let owner = await contextForVisitor(ctx, grace)
  const device = createDevice()
  const assertion = async () => {
    const request = await startPasskeySignIn(ctx)
    return { response: device.authenticate(request), challenge: request.challenge }
  }
  expect(
    await eventsOf(
      async () => {
        const request = await startPasskeyRegistration(owner, { password: PASSWORD })
        await addPasskey(owner, {
          response: device.register(request),
          challenge: request.challenge,
          name: 'Phone',
        })
      },
      async () => signInWithPasskey(ctx, await assertion()),
      async () => signInWithPasskey(ctx, { ...(await assertion()), response: {} }),
      async () =>
        removePasskey(owner, (await listPasskeys(owner))[0]?.id ?? '', { passkey: await assertion() }),
    ),
  ).toEqual([
    'owner-check by password',
    'passkey-added',
    'sign-in by passkey',
    'sign-in by passkey, refused',
    'owner-check by passkey',
    'passkey-removed',
  ])

  const factor = await enableSecondFactor(owner)
  owner = await withToken(factor.session.token)
  const challenge = async () => {
    const result = await signIn(ctx, { email, password: PASSWORD })
    return result.outcome === 'second-factor' ? result.challenge : ''
  }
  expect(
    await eventsOf(
      async () => finishSignIn(ctx, { challenge: await challenge(), code: factor.code() }),
      async () => finishSignIn(ctx, { challenge: await challenge(), code: factor.code() }),
      async () => finishSignIn(ctx, { challenge: await challenge(), code: factor.recoveryCodes[0] ?? '' }),
      () => renewRecoveryCodes(owner, { password: PASSWORD, code: factor.recoveryCodes[1] ?? '' }),
      async () => {
        owner = await withToken(
          (await disableSecondFactor(owner, { password: PASSWORD, code: factor.code(1) })).token,
        )
      },
      () => enableSecondFactor(owner),
    ),
  ).toEqual([
    'sign-in by password, code-required',
    'sign-in-code by app-code',
    'sign-in by password, code-required',
    'sign-in-code by app-code, refused',
    'sign-in by password, code-required',
    'sign-in-code by recovery-code',
    'owner-check by password',
    'owner-check by recovery-code',
    'recovery-codes',
    'owner-check by password',
    'owner-check by app-code',
    'second-factor-off',
    'owner-check by password',
    'second-factor-on',
  ])

  const ada = await signInVisitor(store, ctx.db)
  const adasContext = await contextForVisitor(ctx, ada)
  const newEmail = 'new-ada@orchard.example'
  const latestToken = async (address: string) =>
    new URL(await findEmailLink(connection, address), 'http://here.invalid').searchParams.get('token') ?? ''
  expect(
    await eventsOf(
      () => changeEmail(adasContext, { email: newEmail, password: PASSWORD }),
      async () => ada.get(await findEmailLink(connection, newEmail)),
      async () =>
        changePassword(await contextForVisitor(ctx, ada), { current: PASSWORD, password: NEW_PASSWORD }),
      () => ada.post('/api/v1/auth/recover', { email: newEmail }),
      async () => {
        await runJobs(connection, base)
        const reset = { token: await latestToken(newEmail), password: PASSWORD }
        await resetPassword(ctx, reset)
        await resetPassword(ctx, reset)
      },
    ),
  ).toEqual([
    'owner-check by password',
    'email-change',
    'owner-check by password',
    'password-change',
    'reset-request',
    'password-reset',
    'password-reset, refused',
  ])

  const bob = store.visitor()
  expect(
    await eventsOf(
      () => bob.post('/api/v1/auth/signup', { email: 'bob@orchard.example', password: PASSWORD }),
      async () => bob.get(await findEmailLink(connection, 'bob@orchard.example')),
      () => bob.signIn('bob@orchard.example', PASSWORD),
      async () => endOtherSessions(await contextForVisitor(ctx, bob), { password: PASSWORD }),
      () => bob.signIn('bob@orchard.example', PASSWORD),
      () => bob.signOut(),
      () => consent(bob, { sub: 'google-carol', email: 'carol@gmail.com', email_verified: true }),
      () => consent(bob, { sub: 'google-2', email: 'carol@gmail.com', email_verified: true }),
      () => consent(bob, { sub: 'google-bob', email: 'bob@orchard.example', email_verified: true }),
      async () => connectGoogle(ctx, await latestToken('bob@orchard.example')),
    ),
  ).toEqual([
    'email-confirmation',
    'sign-in by password',
    'owner-check by password',
    'sessions-ended',
    'sign-in by password',
    'sign-out',
    'sign-in by google',
    'sign-in by google, refused',
    'sign-in by google, link-required',
    'google-connected',
    'sign-in by google',
  ])

  const thief = store.visitor()
  const tokens = await (
    await thief.post('/api/v1/auth/token', {
      grant_type: 'password',
      email: 'bob@orchard.example',
      password: PASSWORD,
    })
  ).json()
  const refresh = (refresh_token: string) =>
    thief.post('/api/v1/auth/token', { grant_type: 'refresh_token', refresh_token })
  expect(
    await eventsOf(async () => {
      const next = await (await refresh(tokens.refresh_token)).json()
      await refresh(next.refresh_token)
      await execute(ctx.db)`update session_tokens set succeeded_at = succeeded_at - interval '2 minutes'`
      await refresh(tokens.refresh_token)
    }),
  ).toEqual(['session-theft, refused', 'request, refused 401'])

  const customer = await signInVisitor(store, ctx.db)
  const admin = await asAdmin(ctx)
  expect(
    await eventsOf(
      () => customer.get('/admin/orders'),
      () => customer.get('/api/v1/admin/profiles'),
      () => store.visitor().get('/api/v1/auth/user'),
      () => store.visitor().get('/profile'),
      () => changeRole(admin, { id: customer.account.id, role: 'admin' }, JUST_SIGNED_IN),
    ),
  ).toEqual(['request, refused forbidden', 'request, refused 403', 'request, refused 401', 'role-change'])

  const locked = await signInVisitor(store, ctx.db)
  await enableSecondFactor(await contextForVisitor(ctx, locked))
  const roles = { roles: [], password: PASSWORD }
  expect(
    await eventsOf(
      () => removeSecondFactor(admin, locked.account.id, { password: PASSWORD }),
      async () => changeSecondFactorRoles(admin, (await findSecondFactorRoles(admin)).version, roles),
      () => approveRequest(admin, 'apr_none'),
    ),
  ).toEqual([
    'owner-check by password',
    'second-factor-removed',
    'owner-check by password',
    'second-factor-roles',
    'approval, refused',
  ])

  const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })
  expect(
    await eventsOf(async () => {
      const request = { name: 'Orchard', scopes: ['orders:read'], expiresAt: null }
      const { apiKey, key } = await createApiKey(admin, request, { password: PASSWORD })
      await store.visitor().get('/api/v1/admin/settings', withKey(key))
      await revokeApiKey(admin, apiKey.id)
      await store.visitor().get('/api/v1/admin/settings', withKey(key))
    }),
  ).toEqual([
    'owner-check by password',
    'api-key-created',
    'request, refused 403',
    'api-key-revoked',
    'request, refused 401',
  ])

  const leaving = await asCustomer(ctx)
  const proof = { password: PASSWORD }
  expect(
    await eventsOf(
      () => exportMyData(leaving, proof),
      () => deleteMyAccount(leaving, proof),
    ),
  ).toEqual(['owner-check by password', 'data-export', 'owner-check by password', 'account-deletion'])

  for (let guess = 0; guess < 10; guess++) await wrong().catch(() => undefined)
  expect(
    await eventsOf(wrong, () =>
      store.visitor().post('/api/v1/auth/token', { grant_type: 'password', email, password: PASSWORD }),
    ),
  ).toEqual(['sign-in by password, locked', 'sign-in by password, locked', 'request, refused 429'])

  const values = (field: string) => new Set(seen.map((event) => event[field]).filter(Boolean))
  expect([...values('action')].toSorted()).toEqual([...SECURITY_ACTIONS].toSorted())
  expect([...values('method')].toSorted()).toEqual([...SECURITY_METHODS].toSorted())
  expect([...values('outcome')].toSorted()).toEqual([...SECURITY_OUTCOMES].toSorted())
  for (const event of seen)
    expect(event).toMatchObject({
      network: expect.stringMatching(/^[\w-]{16}$/),
      requestId: expect.any(String),
    })
  const text = JSON.stringify(seen)
  for (const secret of [email, 'orchard', '@', '198.51.100', PASSWORD, 'Grace', tokens.refresh_token])
    expect(text).not.toContain(secret)
  expect(text).toContain(id)
})

test('docs/operations.md lists every event', () => {
  const monitoring =
    readFileSync('docs/operations.md', 'utf8').split('### Security events')[1]?.split('\n## ')[0] ?? ''
  const listed = [...monitoring.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, action]) => action)
  expect(listed).toEqual([...SECURITY_ACTIONS])
  for (const word of [...SECURITY_METHODS, ...SECURITY_OUTCOMES]) expect(monitoring).toContain(`\`${word}\``)
})
