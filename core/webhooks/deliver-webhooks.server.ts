import { z } from 'zod'
import { backOfficeLink } from '#core/settings/back-office-link.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn } from '#db/sql.ts'
import { readEmailSender } from '../email/email-sender.server.ts'
import { enqueueEmail } from '../email/emails.server.ts'
import type { Log } from '../log.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import type { Settings } from '../settings/settings.ts'
import { readNotificationEmail } from '../settings/store-identity.server.ts'
import { endpointPausedEmail } from './endpoint-paused-email.ts'
import { decryptedSecrets } from './endpoint-secrets.server.ts'
import { postWebhook, TIMEOUT_MS, type WebhookResult } from './post-webhook.server.ts'
import { targetRules } from './target-address.server.ts'
import { PAUSE_AFTER_HOURS, RETRY_DELAYS, TEST_EVENT } from './webhook-events.ts'
import { webhookHeaders } from './webhook-signature.server.ts'

export type DeliveryContext = {
  db: Db
  settings: Settings
  log: Log
  post?: typeof postWebhook
  /** Aborted when the process stops: what is still due is left to a new job. */
  stopping?: AbortSignal
}

// After these, the job makes way for a new one, so that none runs for hours.
const RUN_MS = 20_000
const LEASE_MS = TIMEOUT_MS + 20_000

/**
 * Sends what is due to an endpoint, one message after another. One process at a time does this; if it dies, another one
 * continues after the lease, and may send the last message again, with the same ID.
 */
export async function deliverWebhooks(ctx: DeliveryContext, endpointId: string): Promise<void> {
  const lease = await takeLease(ctx.db, endpointId)
  if (!lease) return
  if (!lease.isTaken) {
    const key = `deliver-webhooks:${endpointId}`
    await enqueueJob(ctx.db, 'deliver-webhooks', { endpoint: endpointId }, { key, at: lease.busyUntil })
    return
  }
  const until = Date.now() + RUN_MS
  try {
    while (Date.now() < until && !ctx.stopping?.aborted) {
      const message = await findDueMessage(ctx.db, endpointId)
      if (!message) break
      await record(ctx, message, await sendMessage(ctx, message))
    }
  } finally {
    await execute(ctx.db)`update webhook_endpoints set busy_until = null where id = ${endpointId}`
  }
  // Their own jobs may have found the lease taken.
  if (await findDueMessage(ctx.db, endpointId))
    await enqueueJob(ctx.db, 'deliver-webhooks', { endpoint: endpointId })
}

const Lease = z.strictObject({ isTaken: z.boolean(), busyUntil: z.date() })

/** If another process holds the lease, `busyUntil` is when it ends. */
async function takeLease(db: Db, endpointId: string): Promise<z.infer<typeof Lease> | undefined> {
  const [lease] = await query(db, Lease)`
    with taken as (
      update webhook_endpoints set busy_until = clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'
      where id = ${endpointId} and deleted_at is null and (busy_until is null or busy_until < clock_timestamp())
      returning id
    ) select exists (select from taken) as "isTaken",
        coalesce(busy_until, clock_timestamp() + ${LEASE_MS} * interval '1 millisecond') as "busyUntil"
      from webhook_endpoints where id = ${endpointId} and deleted_at is null`
  return lease
}

const Message = z.strictObject({
  id: z.string(),
  endpointId: z.string(),
  type: z.string(),
  body: z.string(),
  tries: z.int(),
  url: z.string(),
  secret: z.string(),
  previousSecret: z.string().nullable(),
})
type Message = z.infer<typeof Message>

/** The oldest one whose subject has no earlier one open. Only tests go to a paused endpoint. */
async function findDueMessage(db: Db, endpointId: string): Promise<Message | undefined> {
  const [message] = await query(db, Message)`
    select d.id, e.id as "endpointId", d.type, d.body, d.tries, e.url, e.secret,
      case when e.previous_secret_until > now() then e.previous_secret end as "previousSecret"
    from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
    where d.endpoint_id = ${endpointId} and d.state = 'pending' and d.next_attempt_at <= now() and e.deleted_at is null
      and (e.state = 'active' or d.type = ${TEST_EVENT})
      and not exists (select from webhook_deliveries earlier where earlier.endpoint_id = d.endpoint_id
        and earlier.subject = d.subject and earlier.state = 'pending' and earlier.place < d.place)
    order by d.next_attempt_at, d.place limit 1`
  return message
}

async function sendMessage(ctx: DeliveryContext, message: Message): Promise<WebhookResult> {
  const { post = postWebhook, settings } = ctx
  const { id, url, body, secret, previousSecret } = message
  const timestamp = Math.floor(Date.now() / 1000)
  const secrets = decryptedSecrets(ctx, [secret, previousSecret])
  if (!secrets) return { status: null, error: SECRET_UNREADABLE, response: null, durationMs: 0 }
  const headers = webhookHeaders({ id, timestamp, body }, secrets)
  return post({ url, headers, body }, targetRules(settings))
}

const SECRET_UNREADABLE =
  'The signing secret can’t be read, because AUTH_SECRET has changed. Create a new secret for this endpoint.'

async function record(ctx: DeliveryContext, message: Message, result: WebhookResult): Promise<void> {
  const { id, endpointId, tries } = message
  await ctx.db.transaction(async (tx) => {
    const { durationMs, status, error, response } = result
    await execute(tx)`
      insert into webhook_attempts (delivery_id, number, at, duration_ms, status, error, response)
      select ${id}, coalesce(max(number), 0) + 1, now(), ${durationMs}, ${status}, ${error}, ${response}
      from webhook_attempts where delivery_id = ${id}`
    await execute(tx)`
      update webhook_endpoints set busy_until = clock_timestamp() + ${LEASE_MS} * interval '1 millisecond',
        failing_since = case when ${error}::text is not null then coalesce(failing_since, now()) end
      where id = ${endpointId}`
    const delay = message.type === TEST_EVENT ? undefined : RETRY_DELAYS[tries]
    if (error === null || delay === undefined) return finish(tx, id, error === null ? 'delivered' : 'failed')
    const [at] = await queryColumn(tx, z.date())`
      update webhook_deliveries set tries = tries + 1, next_attempt_at = now() + ${delay} * interval '1 millisecond'
      where id = ${id} returning next_attempt_at`
    await enqueueJob(tx, 'deliver-webhooks', { endpoint: endpointId }, { key: `webhook:${id}`, at })
    await pauseIfFailing({ ...ctx, db: tx }, message, result)
  })
}

async function finish(tx: Db, id: string, state: 'delivered' | 'failed'): Promise<void> {
  await execute(tx)`update webhook_deliveries set state = ${state}, finished_at = now() where id = ${id}`
}

/** Before messages are given up, so that they wait for the owner instead. */
async function pauseIfFailing(ctx: DeliveryContext, message: Message, result: WebhookResult): Promise<void> {
  const isGone = result.status === 410
  const { endpointId, url } = message
  const paused = await execute(ctx.db)`
    update webhook_endpoints set state = 'paused', pause_reason = ${isGone ? 'gone' : 'failing'}, version = version + 1
    where id = ${endpointId} and state = 'active'
      and (${isGone} or failing_since < now() - ${PAUSE_AFTER_HOURS} * interval '1 hour')`
  if (!paused) return
  const envelope = {
    to: await readNotificationEmail(ctx),
    key: `webhook-paused:${message.id}:${Date.now()}`,
    sender: await readEmailSender(ctx),
  }
  const details = {
    url,
    reason: result.error ?? '',
    link: backOfficeLink(ctx, `/admin/integrations/${endpointId}`),
  }
  await enqueueEmail(ctx.db, endpointPausedEmail(envelope, details))
  ctx.log.warn('webhook endpoint paused', { endpoint: endpointId })
}

/** How many were deleted, at most a batch. */
export function deleteOldDeliveries(
  db: Db,
  { days, batch }: { days: number; batch: number },
): Promise<number> {
  return execute(db)`
    delete from webhook_deliveries where id = any(array(
      select id from webhook_deliveries where created_at < now() - ${days} * interval '1 day'
      order by created_at limit ${batch} for update skip locked))`
}

export async function deleteFormerEndpoints(db: Db): Promise<void> {
  await execute(db)`
    delete from webhook_endpoints e where deleted_at is not null
      and not exists (select from webhook_deliveries d where d.endpoint_id = e.id)`
}
