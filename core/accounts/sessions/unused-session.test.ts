import { execute } from '#db/sql.ts'
import { signInVisitor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

test('a session ends 30 days after its last use', async ({ ctx, connection }) => {
  const visitor = await signInVisitor(createTestStore(connection), ctx.db)
  const kind = async () => (await (await visitor.get('/auth/who')).json()).kind
  const waitUnused = async (interval: string) => {
    await execute(ctx.db)`update auth_sessions set expires_at = expires_at - ${interval}::interval`
    await execute(ctx.db)`
      update session_tokens
      set expires_at = expires_at - ${interval}::interval, renew_at = renew_at - ${interval}::interval`
  }
  await waitUnused('29 days 23 hours 59 minutes')
  expect(await kind()).toBe('user')
  await waitUnused('30 days 1 second')
  expect(await kind()).toBe('guest')
})
