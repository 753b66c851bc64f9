import { listAuditEntries } from '#core/audit/audit-log.server.ts'
import { SCOPES } from '#core/permissions/scopes.ts'
import { execute } from '#db/sql.ts'
import { asAdmin, asCustomer, asKey, JUST_SIGNED_IN } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { encrypt } from '../accounts/security/encryption.ts'
import { deliverWebhooks } from './deliver-webhooks.server.ts'
import { findDelivery, listDeliveries, replayDelivery, sendTestEvent } from './deliveries.server.ts'
import { replaceEndpointSecrets } from './endpoint-secrets.server.ts'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  pauseEndpoint,
  rotateSecret,
} from './endpoints.server.ts'
import { FORBIDDEN_TARGET } from './target-address.server.ts'
import { MAX_ENDPOINTS } from './webhook-events.ts'

const DRAFT = { url: 'https://93.184.216.34/webhooks', events: ['order.paid' as const], description: '' }

test('an address that can’t receive webhooks is refused at its field', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const live = { ...admin, settings: { ...admin.settings, demo: 'off' as const } }
  const refusals = [
    ['', 'Enter the address that receives the events.'],
    ['warehouse', 'Enter a full address, such as https://example.com/webhooks.'],
    ['ftp://example.com', 'Enter a full address, such as https://example.com/webhooks.'],
    ['http://93.184.216.34', 'Use an address that starts with https://.'],
    ['https://user:pass@93.184.216.34', 'Remove the user name and password. Deliveries are signed instead.'],
    ['https://localhost/', FORBIDDEN_TARGET],
    ['https://169.254.169.254/latest', FORBIDDEN_TARGET],
    ['https://[::ffff:10.0.0.1]/', FORBIDDEN_TARGET],
  ] as const
  for (const [url, message] of refusals)
    await expect(createEndpoint(live, { ...DRAFT, url }, JUST_SIGNED_IN), url).rejects.toMatchObject({
      fields: { url: message },
    })
  await expect(
    createEndpoint(admin, { ...DRAFT, url: 'http://10.0.0.1/' }, JUST_SIGNED_IN),
  ).rejects.toMatchObject({
    fields: { url: FORBIDDEN_TARGET },
  })
  await expect(createEndpoint(admin, { ...DRAFT, events: [] }, JUST_SIGNED_IN)).rejects.toMatchObject({
    fields: { events: 'Choose at least one event.' },
  })
})

test('with a list of hosts, no other is saved, and an endpoint that was saved before it gets nothing', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const { endpoint } = await createEndpoint(admin, DRAFT, JUST_SIGNED_IN)
  const webhookHosts = ['*.example.com']
  const limited = { ...admin, settings: { ...admin.settings, webhookHosts } }
  const error =
    'This store sends webhooks only to *.example.com. Its operator can add hosts in WEBHOOK_HOSTS.'
  const refused = { code: 'invalid_input', fields: { url: error } }
  await expect(createEndpoint(limited, DRAFT, JUST_SIGNED_IN)).rejects.toMatchObject(refused)
  await expect(
    changeEndpoint(limited, endpoint.id, { url: 'https://93.184.216.35/' }, JUST_SIGNED_IN),
  ).rejects.toMatchObject(refused)
  await createEndpoint(limited, { ...DRAFT, url: 'https://hooks.example.com/' }, JUST_SIGNED_IN)
  await sendTestEvent(limited, endpoint.id)
  await deliverWebhooks(limited, endpoint.id)
  const { rows } = await listDeliveries(limited, endpoint.id, {})
  const { history } = await findDelivery(limited, endpoint.id, rows[0]?.id ?? '')
  expect(history).toMatchObject([{ status: null, error }])
})

test('a second editor learns of the first one’s change, and each change is audited', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { endpoint } = await createEndpoint(admin, DRAFT, JUST_SIGNED_IN)
  const { id, version } = endpoint
  await changeEndpoint(admin, id, { description: 'Warehouse', version }, JUST_SIGNED_IN)
  await expect(
    changeEndpoint(admin, id, { description: 'Books', version }, JUST_SIGNED_IN),
  ).rejects.toMatchObject({
    code: 'conflict',
  })
  await pauseEndpoint(admin, id)
  await deleteEndpoint(admin, id)
  expect(await listEndpoints(admin)).toEqual([])
  const { rows } = await listAuditEntries(admin, { search: id, sort: 'oldest' })
  expect(rows.map(({ action }) => action)).toEqual([
    ...['settings-webhook-created', 'settings-webhook-changed', 'settings-webhook-paused'],
    'settings-webhook-deleted',
  ])
  expect(rows[1]).toMatchObject({ before: { description: '' }, after: { description: 'Warehouse' } })
  expect(JSON.stringify(rows)).not.toContain('whsec_')
})

test('customers and strangers manage no endpoints, and a key only with the scopes of the events', async ({
  ctx,
}) => {
  await expect(listEndpoints(ctx)).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(createEndpoint(await asCustomer(ctx), DRAFT, JUST_SIGNED_IN)).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(
    createEndpoint(await asKey(ctx, ['webhooks.edit']), DRAFT, JUST_SIGNED_IN),
  ).rejects.toMatchObject({
    message: 'This API key needs the scope orders:read.',
  })
  const key = await asKey(ctx, ['webhooks.edit', ...SCOPES['orders:read'].permissions])
  expect(await createEndpoint(key, DRAFT, JUST_SIGNED_IN)).toMatchObject({ endpoint: { state: 'active' } })
})

test('a store has at most ten endpoints', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  for (let count = 0; count < MAX_ENDPOINTS; count++) await createEndpoint(admin, DRAFT, JUST_SIGNED_IN)
  await expect(createEndpoint(admin, DRAFT, JUST_SIGNED_IN)).rejects.toMatchObject({ code: 'conflict' })
})

test('signing secrets survive a new AUTH_SECRET, and an unreadable one is reported', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { endpoint } = await createEndpoint(admin, { ...DRAFT, url: 'http://127.0.0.1:9/' }, JUST_SIGNED_IN)
  const renewed = { ...ctx.settings, secret: 'a new secret', previousSecret: ctx.settings.secret }
  await replaceEndpointSecrets(ctx.db, renewed)
  const later = { ...ctx, settings: { ...renewed, previousSecret: undefined } }
  const lastError = async () => {
    await sendTestEvent(admin, endpoint.id)
    await deliverWebhooks(later, endpoint.id)
    return (await listDeliveries(admin, endpoint.id, {})).rows[0]?.lastError
  }
  expect(await lastError()).toBe('The server refused the connection.')
  await execute(ctx.db)`update webhook_endpoints set secret = ${encrypt('whsec_', 'another secret')}`
  expect(await lastError()).toContain('AUTH_SECRET has changed')
})

test('a key reads and changes an endpoint’s messages only with all that its events need', async ({ ctx }) => {
  const owner = await asAdmin(ctx)
  const { endpoint } = await createEndpoint(owner, DRAFT, JUST_SIGNED_IN)
  const delivery = await sendTestEvent(owner, endpoint.id)
  await execute(ctx.db)`update webhook_deliveries set type = 'order.paid' where id = ${delivery}`
  const key = await asKey(ctx, [
    ...SCOPES['webhooks:write'].permissions,
    ...SCOPES['products:read'].permissions,
  ])
  const attempts = [
    () => listDeliveries(key, endpoint.id, {}),
    () => findDelivery(key, endpoint.id, delivery),
    () => replayDelivery(key, endpoint.id, delivery),
    () => rotateSecret(key, endpoint.id, JUST_SIGNED_IN),
    () => changeEndpoint(key, endpoint.id, { events: ['stock.low'] }, JUST_SIGNED_IN),
  ]
  for (const attempt of attempts)
    await expect(attempt()).rejects.toMatchObject({
      code: 'forbidden',
      message: 'This API key needs the scope orders:read.',
    })
  // What was sent for earlier events stays closed.
  await changeEndpoint(owner, endpoint.id, { events: ['stock.low'] }, JUST_SIGNED_IN)
  await expect(findDelivery(key, endpoint.id, delivery)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(replayDelivery(key, endpoint.id, delivery)).rejects.toMatchObject({ code: 'forbidden' })
  const withOrders = await asKey(ctx, [...key.actor.permissions, ...SCOPES['orders:read'].permissions])
  expect((await findDelivery(withOrders, endpoint.id, delivery)).type).toBe('order.paid')
  expect((await rotateSecret(withOrders, endpoint.id, JUST_SIGNED_IN)).secret).toMatch(/^whsec_/)
})
