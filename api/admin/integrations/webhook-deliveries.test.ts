import { sendTestEvent } from '#core/webhooks/deliveries.server.ts'
import { createEndpoint } from '#core/webhooks/endpoints.server.ts'
import { execute } from '#db/sql.ts'
import { asAdmin, JUST_SIGNED_IN, signInVisitor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

test('an API client lists the deliveries of a webhook in one state', async ({ ctx, connection }) => {
  const owner = await asAdmin(ctx)
  const draft = { url: 'https://93.184.216.34/webhooks', events: ['order.paid' as const], description: '' }
  const { endpoint } = await createEndpoint(owner, draft, JUST_SIGNED_IN)
  const [failed, pending] = [await sendTestEvent(owner, endpoint.id), await sendTestEvent(owner, endpoint.id)]
  await execute(ctx.db)`
    update webhook_deliveries set state = 'failed', finished_at = now() where id = ${failed}`
  const admin = await signInVisitor(createTestStore(connection), ctx.db, { role: 'admin' })
  const list = async (query: string) => {
    const response = await admin.get(`/api/v1/admin/webhooks/${endpoint.id}/deliveries${query}`)
    return (await response.json()).data.map(({ id }: { id: string }) => id)
  }
  expect(await list('')).toEqual([pending, failed])
  expect([await list('?state=failed'), await list('?state=pending')]).toEqual([[failed], [pending]])
})
