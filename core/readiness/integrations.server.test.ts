import { execute } from '#db/sql.ts'
import { asAdmin, asCustomer, JUST_SIGNED_IN } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { listApiKeys } from '../accounts/api-keys/api-keys.server.ts'
import { listEndpoints, rotateSecret } from '../webhooks/endpoints.server.ts'
import { runChecks } from './readiness.server.ts'

test('API keys are a warning if nothing has used them for 90 days', async ({ ctx }) => {
  const { actor } = await asAdmin(ctx)
  const addKey = (name: string, days: number) => execute(ctx.db)`
    insert into api_keys (id, name, key_hash, hint, scopes, created_by, created_at)
    values (${name}, ${name}, ${name}, 'abcd', '{orders:read}', ${actor.id}, now() - ${days} * interval '1 day')`
  const check = async () => (await runChecks(ctx)).find(({ id }) => id === 'api-keys')
  await addKey('Fresh', 3)
  expect(await check()).toMatchObject({ status: 'complete', description: 'Each active API key is in use.' })
  await addKey('Former sync', 91)
  expect(await check()).toMatchObject({
    status: 'warning',
    description: 'Not used for 90 days: Former sync. Revoke what nothing needs, under Integrations.',
  })
})

test('an active key or webhook of someone who is no longer an owner is a warning, and marked', async ({
  ctx,
}) => {
  const { actor } = await asAdmin(ctx)
  const { actor: former } = await asCustomer(ctx, { staffRole: 'manager' })
  const addKey = (name: string, creator: string) => execute(ctx.db)`
    insert into api_keys (id, name, key_hash, hint, scopes, created_by, created_at)
    values (${name}, ${name}, ${name}, 'abcd', '{webhooks:write}', ${creator}, ${ctx.now})`
  const addEndpoint = (id: string, creator: string, changedBy: string | null) => execute(ctx.db)`
    insert into webhook_endpoints (id, url, events, secret, created_by, created_at, url_changed_by)
    values (${id}, ${`https://${id}.example/`}, '{order.paid}', 'x', ${creator}, ${ctx.now}, ${changedBy})`
  const check = async () => (await runChecks(ctx)).find(({ id }) => id === 'former-staff')
  await addKey('Sync', actor.id)
  await addEndpoint('current', 'Sync', actor.id)
  expect(await check()).toMatchObject({ status: 'complete' })

  await addKey('Deleted', 'usr_deleted')
  await addKey('Old', former.id)
  await addEndpoint('moved', actor.id, former.id)
  await addEndpoint('former', 'Old', null)
  const { status, description } = (await check()) ?? {}
  expect(status).toBe('warning')
  expect(description).toContain(
    'API key “Deleted”, API key “Old”, webhook to former.example, webhook to moved.example. Under',
  )
  const admin = { ...ctx, actor }
  const { rows } = await listApiKeys(admin, {})
  const marked = [...rows, ...(await listEndpoints(admin))].filter(
    ({ creatorHasAccess }) => !creatorHasAccess,
  )
  expect(marked.map(({ id }) => id).sort()).toEqual(['Deleted', 'Old', 'former', 'moved'])

  await rotateSecret(admin, 'former', JUST_SIGNED_IN)
  expect((await listEndpoints(admin)).find(({ id }) => id === 'former')?.creatorHasAccess).toBe(true)
})
