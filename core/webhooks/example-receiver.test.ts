import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { asAdmin, JUST_SIGNED_IN } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { deliverWebhooks } from './deliver-webhooks.server.ts'
import { listDeliveries, replayDelivery, sendTestEvent } from './deliveries.server.ts'
import { changeEndpoint, createEndpoint } from './endpoints.server.ts'

async function startExample(secret: string) {
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: '0' }
  const example = spawn(process.execPath, ['docs/examples/webhook-receiver.mjs'], { env })
  onTestFinished(() => void example.kill())
  const lines: string[] = []
  const output = createInterface(example.stdout)
  output.on('line', (line) => lines.push(line))
  await once(output, 'line')
  return { url: lines[0]?.replace('Listening on ', '') ?? '', lines }
}

test('the receiver in docs/examples accepts what the store sends, once, and refuses other secrets', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const draft = { url: 'http://127.0.0.1:9/', events: ['order.paid' as const], description: '' }
  const { endpoint, secret } = await createEndpoint(admin, draft, JUST_SIGNED_IN)
  const { id } = endpoint
  const example = await startExample(secret)
  await changeEndpoint(admin, id, { url: example.url }, JUST_SIGNED_IN)
  await sendTestEvent(admin, id)
  await deliverWebhooks(ctx, id)
  const [delivery] = (await listDeliveries(admin, id, {})).rows
  expect(delivery).toMatchObject({ state: 'delivered', lastStatus: 204 })
  await replayDelivery(admin, id, delivery?.id ?? '')
  await deliverWebhooks(ctx, id)
  expect(example.lines.filter((line) => line === 'webhook.test')).toHaveLength(1)

  const stranger = await startExample('whsec_c29tZXRoaW5nIGVsc2U=')
  await changeEndpoint(admin, id, { url: stranger.url }, JUST_SIGNED_IN)
  await sendTestEvent(admin, id)
  await deliverWebhooks(ctx, id)
  expect((await listDeliveries(admin, id, {})).rows[0]).toMatchObject({ state: 'failed', lastStatus: 401 })
})
