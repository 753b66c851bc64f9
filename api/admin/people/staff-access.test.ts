import { findInvitation } from '#core/accounts/staff/accept-invitation.server.ts'
import type { Context } from '#core/context.ts'
import { saveView } from '#core/saved-views/saved-views.server.ts'
import type { Connection } from '#db/connection.ts'
import {
  buildAccount,
  contextForVisitor,
  findEmailLink,
  findSentEmails,
  PASSWORD,
  signInVisitor,
} from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore, type TestStore } from '#test/test-store.ts'

const ENDPOINT = { url: 'https://93.184.216.34/', events: ['order.paid'] }
const NEWCOMER = 'newcomer@orchard.example'

/** Eve, an owner who makes herself ways back in, and Ada, who ends them. */
async function buildOwners(store: TestStore, ctx: Context, connection: Connection) {
  const ada = await signInVisitor(store, ctx.db, { role: 'admin' })
  const eve = await signInVisitor(store, ctx.db, { role: 'admin' })
  const key = await (
    await eve.post('/api/v1/admin/api-keys', { name: 'Sync', scopes: ['customers:read', 'webhooks:write'] })
  ).json()
  const bearer = { headers: { authorization: `Bearer ${key.key}` } }
  const endpoint = await (await eve.post('/api/v1/admin/webhooks', ENDPOINT)).json()
  await eve.post('/api/v1/admin/staff/invitations', { email: NEWCOMER, staff_role: 'manager' })
  const token = (await findEmailLink(connection, NEWCOMER)).split('token=')[1] ?? ''
  await saveView(await contextForVisitor(ctx, eve), 'users', {
    name: 'Mine',
    search: '?q=a',
    isShared: false,
  })
  const listCustomers = () => store.visitor().get('/api/v1/admin/profiles', bearer)
  expect((await listCustomers()).status).toBe(200)
  return { ada, eve, key, endpoint, token, listCustomers }
}

const DEPARTURES = {
  'loses the role': async ({ ada, eve }: Owners) => ada.patch(profileOf(eve), { role: 'user' }),
  'is removed': async ({ ada, eve }: Owners) => ada.post(`/api/v1/admin/staff/${eve.account.id}/removal`, {}),
  'deletes the account': async ({ eve }: Owners) =>
    eve.post('/api/v1/profile/deletion', { password: PASSWORD }),
}
type Owners = Awaited<ReturnType<typeof buildOwners>>
const profileOf = ({ account }: Owners['eve']) => `/api/v1/admin/profiles/${account.id}`

test.for(Object.entries(DEPARTURES))(
  'an owner who %s keeps no way back in',
  async ([, depart], { ctx, connection }) => {
    const store = createTestStore(connection)
    const owners = await buildOwners(store, ctx, connection)
    const { ada, eve, key, endpoint, token, listCustomers } = owners
    expect((await depart(owners)).status).toBeLessThan(300)
    expect((await eve.get('/api/v1/admin/profiles')).status).toBe(401)
    expect((await listCustomers()).status).toBe(401)
    const { data: keys } = await (await ada.get('/api/v1/admin/api-keys')).json()
    expect(keys).toEqual([expect.objectContaining({ id: key.id, state: 'revoked' })])
    const paused = await (await ada.get(`/api/v1/admin/webhooks/${endpoint.id}`)).json()
    expect(paused).toMatchObject({ state: 'paused', pause_reason: 'creator_removed' })
    const { data: invitations } = await (await ada.get('/api/v1/admin/staff/invitations')).json()
    expect(invitations).toEqual([])
    expect(await findInvitation(ctx, token)).toBeUndefined()
    const { rows } = await connection.pool.query('select from saved_views where owner_id is not null')
    expect(rows).toEqual([])
    const { rows: entries } = await connection.pool.query(
      `select action from audit_entries where actor_id = $1 and action ~ 'revoked|paused|view-deleted' order by action`,
      [depart === DEPARTURES['deletes the account'] ? eve.account.id : ada.account.id],
    )
    expect(entries.map(({ action }) => action)).toEqual([
      'settings-api-key-revoked',
      'settings-view-deleted',
      'settings-webhook-paused',
      'staff-invitation-revoked',
    ])
  },
)

test('what a blocked or weaker role could not have created is taken away, and nothing else', async ({
  ctx,
  connection,
}) => {
  const store = createTestStore(connection)
  const ada = await signInVisitor(store, ctx.db, { role: 'admin' })
  const manager = await signInVisitor(store, ctx.db, { staffRole: 'manager' })
  const asManager = await contextForVisitor(ctx, manager)
  for (const list of ['users', 'orders'] as const)
    await saveView(asManager, list, { name: 'Mine', search: '?q=a', isShared: false })
  const { id } = manager.account
  // As if they had been an owner once.
  await connection.pool.query(
    `insert into api_keys (id, name, key_hash, hint, scopes, created_by, created_at)
     values ('key_old', 'Old', 'old', 'x7Qa', '{orders:read}', $1, now())`,
    [id],
  )
  const views = async () => {
    const { rows } = await connection.pool.query('select list from saved_views where owner_id = $1', [id])
    return rows.map(({ list }) => list)
  }
  const change = await ada.patch(`/api/v1/admin/staff/${id}`, { staff_role: 'packer' })
  expect([change.status, await views()]).toEqual([204, ['orders']])
  const { data } = await (await ada.get('/api/v1/admin/api-keys')).json()
  expect(data).toMatchObject([{ id: 'key_old', state: 'revoked' }])
  expect((await ada.patch(profileOf(manager), { blocked: true })).status).toBe(200)
  expect(await views()).toEqual([])
})

test('a paused webhook of someone who left resumes only with a new secret', async ({ ctx, connection }) => {
  const store = createTestStore(connection)
  const { ada, eve, endpoint } = await buildOwners(store, ctx, connection)
  const path = `/api/v1/admin/webhooks/${endpoint.id}`
  const own = await (await ada.post('/api/v1/admin/webhooks', ENDPOINT)).json()
  const moved = await eve.patch(`/api/v1/admin/webhooks/${own.id}`, { url: 'https://93.184.216.35/' })
  expect(moved.status).toBe(200)
  await ada.patch(profileOf(eve), { role: 'user' })
  const movedAway = await (await ada.get(`/api/v1/admin/webhooks/${own.id}`)).json()
  expect(movedAway).toMatchObject({ pause_reason: 'creator_removed' })
  const refused = await ada.patch(path, { state: 'active' })
  expect([refused.status, (await refused.json()).error.message]).toEqual([
    409,
    expect.stringContaining('create a new signing secret'),
  ])
  expect((await ada.post(`${path}/secret`, {})).status).toBe(200)
  const resumed = await ada.patch(path, { state: 'active' })
  expect(await resumed.json()).toMatchObject({ state: 'active', pause_reason: null })
})

test('owners get an email about a new key, a new webhook, and someone who was removed', async ({
  ctx,
  connection,
}) => {
  const store = createTestStore(connection)
  const { ada, eve } = await buildOwners(store, ctx, connection)
  const packer = await buildAccount(ctx.db, { staffRole: 'packer' })
  await eve.post(`/api/v1/admin/staff/${packer.id}/removal`, {})
  const emails = await findSentEmails(connection, ada.account.email)
  expect(emails.map(({ kind }) => kind)).toEqual(['api-key-created', 'webhook-created', 'staff-removed'])
  for (const { text } of emails) expect(text).toContain(eve.account.email)
  expect(emails.map(({ text }) => text)).toEqual([
    expect.stringContaining('Sync'),
    expect.stringContaining('93.184.216.34'),
    expect.stringContaining(packer.email),
  ])
})

test('only an owner removes someone, who must be on the staff', async ({ ctx, connection }) => {
  const store = createTestStore(connection)
  const ada = await signInVisitor(store, ctx.db, { role: 'admin' })
  const manager = await signInVisitor(store, ctx.db, { staffRole: 'manager' })
  const customer = await buildAccount(ctx.db)
  const remove = async (visitor: typeof ada, id: string) =>
    (await visitor.post(`/api/v1/admin/staff/${id}/removal`, {})).status
  expect(await remove(manager, ada.account.id)).toBe(403)
  expect(await remove(ada, ada.account.id)).toBe(409)
  expect(await remove(ada, customer.id)).toBe(404)
  expect(await remove(ada, manager.account.id)).toBe(204)
  expect(await remove(ada, manager.account.id)).toBe(404)
})
