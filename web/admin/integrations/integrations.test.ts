import { deliverWebhooks } from '#core/webhooks/deliver-webhooks.server.ts'
import { PASSWORD } from '#test/accounts.ts'
import { startWebhookReceiver } from '#test/http/webhook-receiver.ts'
import { expect, test } from '#test/page-test.ts'

test('a key is created after the password, shown once, and revoked', async ({ admin, store }) => {
  const screen = await admin.open('/admin/integrations')
  const typed = { Name: 'Warehouse', 'Read orders and amounts (orders:read)': 'on' }
  const refused = await screen.submit('Create key', typed)
  expect(refused.status).toBe(400)
  expect(refused.field('Password').description).toContain('Please enter your password.')
  expect(refused.field('Name').value).toBe('Warehouse')
  expect(refused.field('Read orders and amounts (orders:read)').isChecked).toBe(true)
  const nothing = await screen.submit('Create key', { Name: '', Password: PASSWORD })
  expect(nothing.main).toContain('Choose at least one scope.')

  const created = await refused.submit('Create key', { Password: PASSWORD })
  const key = /eb_live_[\w-]{43}/.exec(created.main)?.[0] ?? ''
  expect(created.main).toContain('Copy it now.')
  expect(created.rows('API keys')[0]).toMatch(/Warehouse.*orders:read.*Never.*Active/)
  const screenAgain = await admin.open('/admin/integrations')
  expect(screenAgain.main).not.toContain(key)
  const headers = { authorization: `Bearer ${key}` }
  const callApi = async () => (await store.visitor().get('/api/v1/admin/orders', { headers })).status
  expect(await callApi()).toBe(200)

  const revoked = await screenAgain.submit('Revoke key')
  expect(revoked.text).toContain('API key revoked')
  expect(revoked.rows('API keys')[0]).toMatch(/Warehouse.*Revoked/)
  expect(await callApi()).toBe(401)
})

test('a webhook is created, tested, paused, replayed, and deleted', async ({ admin, ctx }) => {
  const receiver = await startWebhookReceiver()
  const screen = await admin.open('/admin/integrations')
  const typed = { Address: 'https://10.0.0.1/', 'Order paid (order.paid)': 'on' }
  const refused = await screen.submit('Create webhook', typed)
  expect(refused.field('Address')).toMatchObject({
    value: 'https://10.0.0.1/',
    description: expect.stringContaining('private network'),
  })
  const unproven = await refused.submit('Create webhook', { Address: receiver.url })
  expect(unproven.field('Your password', 'Create webhook').description).toContain('enter your password')
  const created = await unproven.submit('Create webhook', { 'Your password': PASSWORD })
  expect(created.main).toMatch(/whsec_[\w+/=]{44}/)
  const endpoint = await created.follow(`${receiver.url}/`)
  const id = endpoint.path.split('/').at(-1) ?? ''

  receiver.answer = (response) => void response.writeHead(500).end('Sorry')
  expect((await endpoint.submit('Send test event')).text).toContain('Test event sent')
  await deliverWebhooks(ctx, id)
  const failed = await admin.open(`${endpoint.path}?show=failed`)
  expect(failed.rows('Deliveries')[0]).toMatch(/webhook\.test.*The endpoint returned status 500.*Failed/)
  const [{ id: deliveryId = '' } = {}] = receiver.received
  const delivery = await failed.follow(`webhook.test ${deliveryId}`)
  expect(delivery.main).toMatch(/endpoint_id.*Attempts.*500.*Sorry/s)
  receiver.answer = (response) => void response.writeHead(204).end()
  expect((await delivery.submit('Send again')).path).toBe(delivery.path)
  await deliverWebhooks(ctx, id)
  expect(receiver.received.map((webhook) => webhook.id)).toEqual([deliveryId, deliveryId])
  expect((await admin.open(endpoint.path)).rows('Deliveries')[0]).toContain('Delivered')

  const paused = await endpoint.submit('Pause')
  expect(paused.main).toContain('Resume')
  const stale = await endpoint.submit('Save', { Description: 'Warehouse' })
  expect([stale.status, stale.field('Description').value]).toEqual([409, 'Warehouse'])
  const saved = await stale.submit('Save')
  expect(saved.heading).toBe('Warehouse')
  const moved = await saved.submit('Save', { Address: `${receiver.url}/new`, Description: 'Store room' })
  expect(moved.field('Your password', 'Save').description).toContain('enter your password')
  expect([moved.heading, moved.field('Description').value]).toEqual(['Warehouse', 'Store room'])
  const unconfirmed = await saved.submit('Create secret')
  expect(unconfirmed.main).not.toContain('whsec_')
  const rotated = await unconfirmed.submit('Create secret', { 'Your password': PASSWORD })
  expect(rotated.main).toContain('whsec_')
  const deleted = await (await admin.open(endpoint.path)).submit('Delete')
  expect([deleted.path, deleted.text]).toEqual([
    '/admin/integrations',
    expect.stringContaining('Webhook deleted'),
  ])
  expect(deleted.links(`${receiver.url}/`)).toEqual([])
  expect((await admin.open(endpoint.path)).status).toBe(404)
})

test('customers see no integrations', async ({ customer }) => {
  expect((await customer.open('/admin/integrations')).path).not.toContain('integrations')
})
