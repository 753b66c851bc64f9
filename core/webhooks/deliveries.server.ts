import { z } from 'zod'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { execute, query, queryColumn, sql } from '#db/sql.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import { type ListPage, type ListQuery, listRows, type SortOrder } from '../pagination.ts'
import { type DeliveryDetails, WebhookAttempt, WebhookDelivery } from './delivery.ts'
import { findReadableEndpoint, requireEventPermissions } from './endpoints.server.ts'
import { PAYLOAD_VERSION, TEST_EVENT, WEBHOOK_EVENT_TYPES } from './webhook-events.ts'

const SELECT = sql`
  select d.id, d.type, d.subject, d.state, coalesce(last.number, 0) as attempts, last.status as "lastStatus",
    last.error as "lastError", case when d.state = 'pending' then d.next_attempt_at end as "nextAttemptAt",
    d.created_at as "createdAt", d.finished_at as "finishedAt", d.place
  from webhook_deliveries d left join lateral (
    select number, status, error from webhook_attempts a where a.delivery_id = d.id order by number desc limit 1
  ) last on true`

const NEWEST: SortOrder<WebhookDelivery> = {
  column: sql`d.place`,
  id: sql`d.id`,
  type: 'bigint',
  descending: true,
  toCursor: ({ place, id }) => ({ value: place, id }),
}

export async function listDeliveries(
  ctx: Context,
  endpointId: string,
  listQuery: ListQuery,
): Promise<ListPage<WebhookDelivery>> {
  await findReadableEndpoint(ctx, endpointId)
  return listRows(ctx.db, WebhookDelivery, listQuery, {
    select: SELECT,
    sorts: { newest: NEWEST },
    filters: {
      pending: sql`d.state = 'pending'`,
      delivered: sql`d.state = 'delivered'`,
      failed: sql`d.state = 'failed'`,
    },
    condition: sql`d.endpoint_id = ${endpointId}`,
  })
}

export async function findDelivery(ctx: Context, endpointId: string, id: string): Promise<DeliveryDetails> {
  await findReadableEndpoint(ctx, endpointId)
  const [delivery] = await query(ctx.db, WebhookDelivery.extend({ body: z.string() }))`
    select *, (select body from webhook_deliveries b where b.id = found.id) as body from (
      ${SELECT} where d.id = ${id} and d.endpoint_id = ${endpointId}) found`
  if (!delivery) throw deliveryNotFound()
  // The endpoint may have received other events before.
  requireEventPermissions(
    ctx,
    WEBHOOK_EVENT_TYPES.filter((type) => type === delivery.type),
  )
  const history = await query(ctx.db, WebhookAttempt)`
    select number, at, duration_ms as "durationMs", status, error, response from webhook_attempts
    where delivery_id = ${id} order by number desc limit ${SHOWN_ATTEMPTS}`
  return { ...delivery, history }
}

const SHOWN_ATTEMPTS = 50

/** Sends the same message again, with the same ID, so a receiver that has processed it can ignore it. */
export async function replayDelivery(ctx: Context, endpointId: string, id: string): Promise<void> {
  await findDelivery(ctx, endpointId, id)
  await staffTransaction(ctx, 'webhooks.edit', async (tx) => {
    const replayed = await execute(tx)`
      update webhook_deliveries set state = 'pending', tries = 0, next_attempt_at = now(), finished_at = null
      where id = ${id} and endpoint_id = ${endpointId}`
    if (!replayed) throw deliveryNotFound()
    await enqueueJob(tx, 'deliver-webhooks', { endpoint: endpointId })
    await writeAudit(
      ctx,
      { action: 'settings-webhook-replayed', subject: endpointId, after: { delivery: id } },
      tx,
    )
  })
}

/** Is sent to a paused endpoint too, and only once. */
export async function sendTestEvent(ctx: Context, endpointId: string): Promise<string> {
  const { id } = await findReadableEndpoint(ctx, endpointId)
  const body = JSON.stringify({
    type: TEST_EVENT,
    version: PAYLOAD_VERSION,
    timestamp: ctx.now.toISOString(),
    data: { endpoint_id: id },
  })
  return staffTransaction(ctx, 'webhooks.edit', async (tx) => {
    const [delivery] = await queryColumn(tx, z.string())`
      insert into webhook_deliveries (endpoint_id, type, subject, body)
      values (${id}, ${TEST_EVENT}, 'test ' || gen_random_uuid(), ${body}) returning id`
    await enqueueJob(tx, 'deliver-webhooks', { endpoint: id })
    return delivery ?? ''
  })
}

function deliveryNotFound(): Refusal {
  return new Refusal('not_found', 'Delivery not found. Deliveries are deleted after 30 days.')
}
