import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn, type Sql, sql } from '#db/sql.ts'
import { accountLinks } from '../accounts/account-email.server.ts'
import { type OwnerProof, requireOwnerProof } from '../accounts/security/verify-owner.server.ts'
import { IS_ENDPOINT_OF_OWNERS } from '../accounts/staff/creator-access.ts'
import { actorName, emailOwners } from '../accounts/staff/email-owners.server.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { webhookCreatedEmail } from '../email/staff-emails.ts'
import { parseForm, Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import { EndpointChanges, WebhookEndpoint } from './endpoint.ts'
import { encryptedSecret } from './endpoint-secrets.server.ts'
import { parseEndpointUrl } from './endpoint-url.ts'
import { requireAllowedTarget } from './public-target.server.ts'
import { targetRules } from './target-address.server.ts'
import {
  CREATOR_REMOVED,
  MAX_ENDPOINTS,
  SECRET_OVERLAP_HOURS,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from './webhook-events.ts'
import { newWebhookSecret } from './webhook-signature.server.ts'

const COLUMNS = sql`id, url, description, events, state, pause_reason as "pauseReason", failing_since as "failingSince",
  case when previous_secret_until > now() then previous_secret_until end as "previousSecretUntil", version,
  (select count(*) from webhook_deliveries d where d.endpoint_id = e.id and d.state = 'pending') as pending,
  ${IS_ENDPOINT_OF_OWNERS} as "creatorHasAccess",
  created_at as "createdAt"`

export async function listEndpoints(ctx: Context): Promise<WebhookEndpoint[]> {
  requirePermission(ctx.actor, 'webhooks.edit')
  return query(ctx.db, WebhookEndpoint)`
    select ${COLUMNS} from webhook_endpoints e where deleted_at is null order by created_at, id`
}

export async function findEndpoint(ctx: Context, id: string): Promise<WebhookEndpoint> {
  requirePermission(ctx.actor, 'webhooks.edit')
  return selectEndpoint(ctx.db, id)
}

/** For what shows or changes whom the store's messages reach: it takes all that reading the messages takes. */
export async function findReadableEndpoint(ctx: Context, id: string): Promise<WebhookEndpoint> {
  const endpoint = await findEndpoint(ctx, id)
  requireEventPermissions(ctx, endpoint.events)
  return endpoint
}

export function requireEventPermissions({ actor }: Context, events: readonly WebhookEvent[]): void {
  for (const event of events)
    for (const permission of WEBHOOK_EVENTS[event].permissions) requirePermission(actor, permission)
}

type CreatedEndpoint = { endpoint: WebhookEndpoint; secret: string }

/** The secret is shown once. */
export async function createEndpoint(
  ctx: Context,
  input: EndpointChanges,
  proof: OwnerProof,
): Promise<CreatedEndpoint> {
  const { id: actorId } = requirePermission(ctx.actor, 'webhooks.edit')
  const { url, description, events } = await checkChanges(ctx, input)
  await requireOwnerProof(ctx, proof)
  const [id, secret] = [newId('webhookEndpoint'), newWebhookSecret()]
  return staffTransaction(ctx, 'webhooks.edit', async (tx) => {
    const endpoints = await queryColumn(tx, z.string())`
      select id from webhook_endpoints where deleted_at is null for update`
    if (endpoints.length >= MAX_ENDPOINTS)
      throw new Refusal('conflict', `A store has at most ${MAX_ENDPOINTS} endpoints. Delete one first.`)
    await execute(tx)`
      insert into webhook_endpoints (id, url, description, events, secret, created_by, created_at)
      values (${id}, ${url}, ${description}, ${events}, ${encryptedSecret(ctx, secret)}, ${actorId}, ${ctx.now})`
    const after = { url, description, events }
    await writeAudit(ctx, { action: 'settings-webhook-created', subject: id, after }, tx)
    const content = { url, events, by: actorName(ctx), link: accountLinks.integrations(ctx) }
    await emailOwners(ctx, tx, webhookCreatedEmail, content)
    return { endpoint: await selectEndpoint(tx, id), secret }
  })
}

export type EndpointUpdate = Partial<EndpointChanges> & { version?: number | undefined }

/** Only a new address needs proof of the owner: it receives what the store sends from then on. */
export async function changeEndpoint(
  ctx: Context,
  id: string,
  { version, ...changes }: EndpointUpdate,
  proof: OwnerProof,
): Promise<WebhookEndpoint> {
  const { id: actorId } = requirePermission(ctx.actor, 'webhooks.edit')
  const { url, description, events } = await findReadableEndpoint(ctx, id)
  const input = await checkChanges(ctx, { url, description, events, ...changes })
  if (input.url !== url) await requireOwnerProof(ctx, proof)
  return updateEndpoint(ctx, id, 'changed', async (tx, before) => {
    if (version !== undefined && version !== before.version) throw new Refusal('conflict', ENDPOINT_CHANGED)
    await execute(tx)`
      update webhook_endpoints set url = ${input.url}, description = ${input.description}, events = ${input.events},
        url_changed_by = case when url = ${input.url} then url_changed_by else ${actorId} end
      where id = ${id}`
  })
}

export async function pauseEndpoint(ctx: Context, id: string): Promise<WebhookEndpoint> {
  return updateEndpoint(ctx, id, 'paused', async (tx) => {
    await execute(tx)`
      update webhook_endpoints set state = 'paused', pause_reason = 'owner' where id = ${id} and state = 'active'`
  })
}

/** What waited is sent now, in order. */
export async function resumeEndpoint(ctx: Context, id: string): Promise<WebhookEndpoint> {
  return updateEndpoint(ctx, id, 'resumed', async (tx, { pauseReason }) => {
    if (pauseReason === 'creator_removed') throw new Refusal('conflict', CREATOR_REMOVED)
    await execute(tx)`
      update webhook_endpoints set state = 'active', pause_reason = null, failing_since = null where id = ${id}`
    await execute(tx)`
      update webhook_deliveries set next_attempt_at = now(), tries = 0 where endpoint_id = ${id} and state = 'pending'`
    await enqueueJob(tx, 'deliver-webhooks', { endpoint: id })
  })
}

/** For a day, deliveries are signed with both secrets. An endpoint of someone who lost their access becomes the actor’s. */
export async function rotateSecret(ctx: Context, id: string, proof: OwnerProof): Promise<CreatedEndpoint> {
  const { id: actorId } = requirePermission(ctx.actor, 'webhooks.edit')
  await findReadableEndpoint(ctx, id)
  await requireOwnerProof(ctx, proof)
  const secret = newWebhookSecret()
  const endpoint = await updateEndpoint(ctx, id, 'secret-rotated', async (tx) => {
    await execute(tx)`
      update webhook_endpoints set previous_secret = secret, secret = ${encryptedSecret(ctx, secret)},
        previous_secret_until = now() + ${SECRET_OVERLAP_HOURS} * interval '1 hour'
      where id = ${id}`
    await execute(tx)`
      update webhook_endpoints e set created_by = ${actorId}, url_changed_by = null,
        pause_reason = case when pause_reason = 'creator_removed' then 'owner' else pause_reason end
      where id = ${id} and (pause_reason = 'creator_removed' or not ${IS_ENDPOINT_OF_OWNERS})`
  })
  return { endpoint, secret }
}

export async function deleteEndpoint(ctx: Context, id: string): Promise<void> {
  await staffTransaction(ctx, 'webhooks.edit', async (tx) => {
    const { url, description, events } = await selectEndpoint(tx, id, sql`for update`)
    await execute(tx)`update webhook_endpoints set deleted_at = ${ctx.now} where id = ${id}`
    await execute(tx)`
      update webhook_deliveries set state = 'failed', finished_at = now() where endpoint_id = ${id} and state = 'pending'`
    const before = { url, description, events }
    await writeAudit(ctx, { action: 'settings-webhook-deleted', subject: id, before }, tx)
  })
}

async function checkChanges(ctx: Context, input: EndpointChanges): Promise<EndpointChanges> {
  const { url: text, ...rest } = parseForm(EndpointChanges, input)
  requireEventPermissions(ctx, rest.events)
  const url = parseEndpointUrl(text, { allowHttp: ctx.settings.demo === 'on' })
  await requireAllowedTarget(url, targetRules(ctx.settings))
  return { ...rest, events: [...new Set(rest.events)], url: url.href }
}

async function updateEndpoint(
  ctx: Context,
  id: string,
  change: string,
  update: (tx: Db, before: WebhookEndpoint) => Promise<void>,
): Promise<WebhookEndpoint> {
  return staffTransaction(ctx, 'webhooks.edit', async (tx) => {
    const before = await selectEndpoint(tx, id, sql`for update`)
    await update(tx, before)
    await execute(tx)`update webhook_endpoints set version = version + 1 where id = ${id}`
    const after = await selectEndpoint(tx, id)
    const pick = ({ url, description, events, state }: WebhookEndpoint) => ({
      url,
      description,
      events,
      state,
    })
    const record = {
      action: `settings-webhook-${change}`,
      subject: id,
      before: pick(before),
      after: pick(after),
    }
    await writeAudit(ctx, record, tx)
    return after
  })
}

async function selectEndpoint(db: Db, id: string, lock: Sql = sql``): Promise<WebhookEndpoint> {
  const [endpoint] = await query(db, WebhookEndpoint)`
    select ${COLUMNS} from webhook_endpoints e where id = ${id} and deleted_at is null ${lock}`
  if (!endpoint) throw new Refusal('not_found', 'Webhook endpoint not found.')
  return endpoint
}

export const ENDPOINT_CHANGED =
  'Someone else changed this endpoint. Your changes are below; compare them with the saved ones, then save again.'
