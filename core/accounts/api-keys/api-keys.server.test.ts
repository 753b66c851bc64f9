import { insertAuditEntry } from '#core/audit/audit.server.ts'
import { listAuditEntries } from '#core/audit/audit-log.server.ts'
import type { Context } from '#core/context.ts'
import { PERMISSIONS } from '#core/permissions/permissions.ts'
import { SCOPE_NAMES, SCOPES, type Scope } from '#core/permissions/scopes.ts'
import { execute } from '#db/sql.ts'
import { KEY_LIMIT } from '#server/http/limits/key-budget.ts'
import { asAdmin, asCustomer, PASSWORD } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore, type TestStore } from '#test/test-store.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.server.ts'

const PROOF = { password: PASSWORD }

async function buildKey(admin: Context, scopes: Scope[], expiresAt: Date | null = null) {
  return createApiKey(admin, { name: 'Warehouse', scopes, expiresAt }, PROOF)
}

function callerFor(store: TestStore, key: string) {
  const headers = { authorization: `Bearer ${key}` }
  const visitor = store.visitor()
  return {
    get: (path: string) => visitor.get(path, { headers }),
    post: (path: string, body: object) => visitor.post(path, body, { headers }),
  }
}

test('a key is shown once, works as a bearer token, and its actions name it in the audit log', async ({
  ctx,
  connection,
}) => {
  const admin = await asAdmin(ctx)
  const { key, apiKey } = await buildKey(admin, ['stock:write'])
  expect(key).toMatch(/^eb_live_[\w-]{43}$/)
  const { rows } = await connection.pool.query(`select to_jsonb(k)::text as text from api_keys k`)
  expect(rows[0].text).not.toContain(key.slice(8))
  const { id } = await buildProduct(ctx, { stock: 3 })
  const warehouse = callerFor(createTestStore(connection), key)
  const response = await warehouse.post(`/api/v1/admin/products/${id}/stock`, {
    change: 2,
    reason: 'received',
  })
  expect([response.status, await response.json()]).toEqual([200, { stock: 5 }])
  const movements = await connection.pool.query(
    `select actor_id from stock_movements where reason = 'received' order by id`,
  )
  expect(movements.rows.at(-1)).toEqual({ actor_id: apiKey.id })
  await expect
    .poll(async () => (await listApiKeys(admin, {})).rows[0])
    .toMatchObject({ id: apiKey.id, requestsLastHour: 1, requestsLastDay: 1, lastUsedAt: expect.any(Date) })
  const { rows: entries } = await listAuditEntries(admin, { search: apiKey.id })
  expect(entries).toMatchObject([{ action: 'settings-api-key-created', by: admin.actor.email }])
  const change = { action: 'product-changed', subject: id, at: ctx.now, actorId: apiKey.id, requestId: null }
  await insertAuditEntry(ctx.db, change)
  const { rows: byKey } = await listAuditEntries(admin, { search: 'wareh' })
  expect(byKey).toMatchObject([{ action: 'product-changed', subject: id, by: 'API key “Warehouse”' }])
})

test('wrong, expired, and revoked keys get the same answer, at once on every node', async ({
  ctx,
  connection,
}) => {
  const admin = await asAdmin(ctx)
  const [node, otherNode] = [createTestStore(connection), createTestStore(connection)]
  const { key, apiKey } = await buildKey(admin, ['orders:read'])
  const { key: expiring } = await buildKey(admin, ['orders:read'], new Date(ctx.now.getTime() + 60_000))
  await execute(ctx.db)`update api_keys set expires_at = now() where expires_at is not null`
  for (const store of [node, otherNode]) {
    expect((await callerFor(store, key).get('/api/v1/admin/orders')).status).toBe(200)
  }
  await revokeApiKey(admin, apiKey.id)
  const answers = new Set<string>()
  for (const store of [node, otherNode]) {
    for (const token of [key, expiring, `eb_live_${'a'.repeat(43)}`, 'eb_live_short']) {
      const response = await callerFor(store, token).get('/api/v1/admin/orders')
      expect(response.status).toBe(401)
      answers.add(await response.text())
    }
  }
  expect([...answers]).toEqual(['{"error":{"code":"unauthenticated","message":"This API key isn’t valid."}}'])
})

test('a key acts for nobody: without the scope, and for what belongs to accounts, it is refused', async ({
  ctx,
  connection,
}) => {
  const admin = await asAdmin(ctx)
  const { key } = await buildKey(admin, ['products:read'])
  const caller = callerFor(createTestStore(connection), key)
  const refusal = async (path: string) => {
    const response = await caller.get(`/api/v1${path}`)
    return [response.status, (await response.json()).error.message]
  }
  expect(await refusal('/admin/orders')).toEqual([403, 'This API key needs the scope orders:read.'])
  for (const path of ['/profile', '/cart', '/auth/user', '/admin/settings', '/admin/api-keys'])
    expect(await refusal(path), path).toEqual([403, 'API keys can’t be used for this.'])
  expect((await caller.get('/api/v1/admin/products')).status).toBe(200)
  expect((await caller.get('/admin')).status).not.toBe(200)
})

test('no scope includes staff, keys, or settings, and each scope maps to known permissions', () => {
  const included = SCOPE_NAMES.flatMap((name) => [...SCOPES[name].permissions])
  for (const permission of ['staff.edit', 'integrations.edit', 'settings.edit', 'audit.view'])
    expect(included).not.toContain(permission)
  expect(included.filter((permission) => !PERMISSIONS.some((known) => known === permission))).toEqual([])
})

test('a key has a limit of its own, and each response says what is left', async ({ ctx, connection }) => {
  const { key } = await buildKey(await asAdmin(ctx), ['orders:read'])
  const caller = callerFor(createTestStore(connection), key)
  const first = await caller.get('/api/v1/admin/orders')
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'ratelimit-limit': String(KEY_LIMIT.max),
    'ratelimit-remaining': String(KEY_LIMIT.max - 1),
  })
  for (let count = 1; count < KEY_LIMIT.max; count++) await caller.get('/api/v1/region')
  const refused = await caller.get('/api/v1/admin/orders')
  expect([refused.status, refused.headers.get('ratelimit-remaining')]).toEqual([429, '0'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
}, 30_000)

test('only the owner creates keys, after proving who they are', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const request = { name: 'Warehouse', scopes: ['orders:read'], expiresAt: null }
  await expect(createApiKey(await asCustomer(ctx), request, PROOF)).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(createApiKey(admin, request, { password: 'wrong' })).rejects.toMatchObject({
    fields: { password: expect.any(String) },
  })
  const invalid = [
    [{ ...request, name: ' ' }, 'name'],
    [{ ...request, scopes: [] }, 'scopes'],
    [{ ...request, scopes: ['staff:write'] }, 'scopes'],
    [{ ...request, expiresAt: ctx.now }, 'expiresAt'],
  ] as const
  for (const [wrong, field] of invalid)
    await expect(createApiKey(admin, wrong, PROOF)).rejects.toMatchObject({
      fields: { [field]: expect.any(String) },
    })
})
