import { execute } from '#db/sql.ts'
import { asAdmin } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
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
