import { Webhook } from 'standardwebhooks'
import type { Context } from '#core/context.ts'
import { execute } from '#db/sql.ts'
import { asAdmin, findSentEmails, JUST_SIGNED_IN, runJobs } from '#test/accounts.ts'
import { startWebhookReceiver } from '#test/http/webhook-receiver.ts'
import { expect, test } from '#test/store.ts'
import { deleteOldData } from '../privacy/delete-old-data.server.ts'
import { deliverWebhooks } from './deliver-webhooks.server.ts'
import { findDelivery, listDeliveries, replayDelivery, sendTestEvent } from './deliveries.server.ts'
import {
  createEndpoint,
  deleteEndpoint,
  findEndpoint,
  pauseEndpoint,
  resumeEndpoint,
  rotateSecret,
} from './endpoints.server.ts'
import { RETRY_DELAYS } from './webhook-events.ts'

async function buildEndpoint(ctx: Context) {
  const receiver = await startWebhookReceiver()
  const admin = await asAdmin(ctx)
  const input = { url: receiver.url, events: ['order.paid' as const], description: '' }
  const { endpoint, secret } = await createEndpoint(admin, input, JUST_SIGNED_IN)
  return { admin, receiver, secret, id: endpoint.id }
}

async function addEvent({ db }: Context, about: string, number: number): Promise<void> {
  await execute(db)`select add_webhooks('order.paid', ${about}, jsonb_build_object('number', ${number}::int))`
}

const makeDue = ({ db }: Context) =>
  execute(db)`update webhook_deliveries set next_attempt_at = now() where state = 'pending'`
const numbersOf = (received: { body: string }[]) => received.map(({ body }) => JSON.parse(body).data.number)

test('a delivery is signed as Standard Webhooks defines it, and recorded with its response', async ({
  ctx,
}) => {
  const { admin, receiver, secret, id } = await buildEndpoint(ctx)
  receiver.answer = (response) => void response.writeHead(200).end('Thanks')
  await addEvent(ctx, 'ord_1', 1)
  await deliverWebhooks(ctx, id)
  const [webhook] = receiver.received
  expect(new Webhook(secret).verify(webhook?.body ?? '', webhook?.headers ?? {})).toMatchObject({
    ...{ type: 'order.paid', version: 1, data: { number: 1 } },
  })
  const { rows } = await listDeliveries(admin, id, {})
  expect(rows).toMatchObject([{ id: webhook?.id, state: 'delivered', attempts: 1, lastStatus: 200 }])
  expect(await findDelivery(admin, id, webhook?.id ?? '')).toMatchObject({
    body: webhook?.body,
    history: [{ number: 1, status: 200, error: null, response: 'Thanks' }],
  })
})

test('a new secret signs at once, and the earlier one for another day', async ({ ctx }) => {
  const { admin, receiver, secret, id } = await buildEndpoint(ctx)
  const { secret: newSecret } = await rotateSecret(admin, id, JUST_SIGNED_IN)
  const sendNext = async () => {
    await sendTestEvent(admin, id)
    await deliverWebhooks(ctx, id)
    const { body = '', headers = {} } = receiver.received.at(-1) ?? {}
    return (key: string) => new Webhook(key).verify(body, headers)
  }
  const verify = await sendNext()
  for (const key of [secret, newSecret]) expect(() => verify(key)).not.toThrow()
  await execute(ctx.db)`update webhook_endpoints set previous_secret_until = now()`
  const verifyLater = await sendNext()
  expect(() => verifyLater(newSecret)).not.toThrow()
  expect(() => verifyLater(secret)).toThrow()
})

test('a signing secret is encrypted in the database', async ({ ctx, connection }) => {
  const { secret } = await buildEndpoint(ctx)
  const { rows } = await connection.pool.query('select to_jsonb(e)::text as text from webhook_endpoints e')
  expect(rows).toHaveLength(1)
  expect(rows[0].text).not.toContain(secret.slice('whsec_'.length))
})

test('later events of a subject wait for the earlier one; other subjects do not', async ({ ctx }) => {
  const { admin, receiver, id } = await buildEndpoint(ctx)
  receiver.answer = (response, { body }) =>
    void response.writeHead(JSON.parse(body).data.number === 1 ? 503 : 204).end()
  await addEvent(ctx, 'ord_a', 1)
  await addEvent(ctx, 'ord_a', 2)
  await addEvent(ctx, 'ord_b', 3)
  await deliverWebhooks(ctx, id)
  expect(numbersOf(receiver.received)).toEqual([1, 3])
  expect((await listDeliveries(admin, id, { filter: 'pending' })).rows).toHaveLength(2)
  receiver.answer = (response) => void response.writeHead(204).end()
  await makeDue(ctx)
  await deliverWebhooks(ctx, id)
  expect(numbersOf(receiver.received)).toEqual([1, 3, 1, 2])
  const [first, , again] = receiver.received
  expect(again?.id).toBe(first?.id)
})

test('a failing delivery is retried for three days, then given up, and can be replayed', async ({ ctx }) => {
  const { admin, receiver, id } = await buildEndpoint(ctx)
  receiver.answer = (response) => void response.writeHead(500).end()
  await addEvent(ctx, 'ord_1', 1)
  await addEvent(ctx, 'ord_1', 2)
  for (const delay of RETRY_DELAYS) {
    await deliverWebhooks(ctx, id)
    const [, delivery] = (await listDeliveries(admin, id, {})).rows
    const wait = (delivery?.nextAttemptAt?.getTime() ?? 0) - Date.now()
    expect(Math.abs(wait - delay)).toBeLessThan(5000)
    // Another event succeeds now and then, so the endpoint isn't paused.
    await execute(ctx.db)`update webhook_endpoints set failing_since = null`
    await execute(
      ctx.db,
    )`update webhook_deliveries set next_attempt_at = now() - interval '1 second' where tries > 0`
  }
  expect(receiver.received).toHaveLength(RETRY_DELAYS.length)
  await deliverWebhooks(ctx, id)
  expect(numbersOf(receiver.received).at(-1)).toBe(2)
  const [, givenUp] = (await listDeliveries(admin, id, {})).rows
  expect(givenUp).toMatchObject({
    state: 'failed',
    attempts: 12,
    lastError: 'The endpoint returned status 500.',
  })
  const total = RETRY_DELAYS.reduce((sum, delay) => sum + delay, 0) / 3_600_000
  expect(total).toBeGreaterThan(71)
  expect(total).toBeLessThan(72)

  receiver.answer = (response) => void response.writeHead(204).end()
  await replayDelivery(admin, id, givenUp?.id ?? '')
  await deliverWebhooks(ctx, id)
  expect(await findDelivery(admin, id, givenUp?.id ?? '')).toMatchObject({ state: 'delivered', attempts: 13 })
  expect(receiver.received.at(-1)?.id).toBe(givenUp?.id)
})

test('an endpoint that fails for a day is paused and reported, and continues in order', async ({
  ctx,
  connection,
}) => {
  const { admin, receiver, id } = await buildEndpoint(ctx)
  receiver.answer = (response) => void response.writeHead(500).end()
  for (const number of [1, 2, 3]) await addEvent(ctx, 'ord_1', number)
  await deliverWebhooks(ctx, id)
  expect(await findEndpoint(admin, id)).toMatchObject({ state: 'active', pending: 3 })
  await execute(ctx.db)`update webhook_endpoints set failing_since = now() - interval '25 hours'`
  await makeDue(ctx)
  await deliverWebhooks(ctx, id)
  expect(await findEndpoint(admin, id)).toMatchObject({ state: 'paused', pauseReason: 'failing', pending: 3 })
  await makeDue(ctx)
  await deliverWebhooks(ctx, id)
  expect(receiver.received).toHaveLength(2)
  const emails = await findSentEmails(connection, ctx.settings.adminEmail)
  expect(emails).toMatchObject([{ kind: 'webhook-paused' }])
  expect(emails[0]?.text).toContain(receiver.url)

  receiver.answer = (response) => void response.writeHead(204).end()
  await resumeEndpoint(admin, id)
  await runJobs(connection, ctx)
  expect(numbersOf(receiver.received.slice(2))).toEqual([1, 2, 3])
})

test('a receiver that answers 410 is paused at once', async ({ ctx }) => {
  const { admin, receiver, id } = await buildEndpoint(ctx)
  receiver.answer = (response) => void response.writeHead(410).end()
  await addEvent(ctx, 'ord_1', 1)
  await deliverWebhooks(ctx, id)
  expect(await findEndpoint(admin, id)).toMatchObject({ state: 'paused', pauseReason: 'gone', pending: 1 })
})

test('a paused endpoint gets tests only', async ({ ctx }) => {
  const { admin, receiver, id } = await buildEndpoint(ctx)
  await pauseEndpoint(admin, id)
  await addEvent(ctx, 'ord_1', 1)
  await sendTestEvent(admin, id)
  await deliverWebhooks(ctx, id)
  expect(receiver.received.map(({ type }) => type)).toEqual(['webhook.test'])
})

test('after a worker dies between the delivery and its record, the same message is sent again', async ({
  ctx,
}) => {
  const { receiver, id } = await buildEndpoint(ctx)
  await addEvent(ctx, 'ord_1', 1)
  let finishPost = () => {}
  const posted = new Promise<void>((resolve) => {
    receiver.answer = (response) => {
      response.writeHead(204).end()
      resolve()
    }
  })
  const dying = deliverWebhooks(
    {
      ...ctx,
      post: async (request) => {
        await fetch(request.url, { method: 'POST', ...request })
        await new Promise<void>((resolve) => {
          finishPost = resolve
        })
        throw new Error('The worker died')
      },
    },
    id,
  )
  await posted
  // Another worker waits while the first one may be alive.
  await deliverWebhooks(ctx, id)
  expect(receiver.received).toHaveLength(1)
  await execute(ctx.db)`update webhook_endpoints set busy_until = now() - interval '1 second'`
  await deliverWebhooks(ctx, id)
  expect(receiver.received).toHaveLength(2)
  expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id)
  finishPost()
  await expect(dying).rejects.toThrow('The worker died')
})

test('deliveries are deleted after 30 days, and a deleted endpoint after its last one', async ({ ctx }) => {
  const { admin, id } = await buildEndpoint(ctx)
  for (const number of [1, 2]) await addEvent(ctx, `ord_${number}`, number)
  await deliverWebhooks(ctx, id)
  await deleteEndpoint(admin, id)
  await execute(ctx.db)`
    update webhook_deliveries set created_at = created_at - interval '31 days' where subject = 'ord_1'`
  const countRows = async () => [
    await execute(ctx.db)`select id from webhook_deliveries`,
    await execute(ctx.db)`select delivery_id from webhook_attempts`,
    await execute(ctx.db)`select id from webhook_endpoints`,
  ]
  await deleteOldData(ctx.db, ctx.settings)
  expect(await countRows()).toEqual([1, 1, 1])
  await execute(ctx.db)`update webhook_deliveries set created_at = created_at - interval '31 days'`
  await deleteOldData(ctx.db, ctx.settings)
  expect(await countRows()).toEqual([0, 0, 0])
})

test('endpoints are served at the same time, so a slow one delays no other', async ({ ctx }) => {
  const slow = await buildEndpoint(ctx)
  const quick = await buildEndpoint(ctx)
  let answer = () => {}
  slow.receiver.answer = (response) => {
    answer = () => void response.writeHead(204).end()
  }
  await addEvent(ctx, 'ord_1', 1)
  const waiting = deliverWebhooks(ctx, slow.id)
  await expect.poll(() => slow.receiver.received).toHaveLength(1)
  await addEvent(ctx, 'ord_2', 2)
  await deliverWebhooks(ctx, quick.id)
  expect(quick.receiver.received).toHaveLength(2)
  slow.receiver.answer = (response) => void response.writeHead(204).end()
  answer()
  await waiting
  expect(slow.receiver.received).toHaveLength(2)
})
