import { z } from 'zod'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { type Permission, requirePermission } from '#core/permissions/permissions.ts'
import { STAFF_ROLES } from '#core/permissions/staff-roles.ts'
import { VIEW_LISTS, type ViewList } from '#core/saved-views/saved-view.ts'
import type { Db } from '#db/connection.ts'
import { query, type Sql, sql } from '#db/sql.ts'
import { endAllSessions } from '../sessions/end-sessions.server.ts'

const CreatedKey = z.strictObject({
  id: z.string(),
  name: z.string(),
  hint: z.string(),
  scopes: z.array(z.string()),
})
const CreatedEndpoint = z.strictObject({ id: z.string(), url: z.string(), description: z.string() })
const SentInvitation = z.strictObject({ id: z.string(), email: z.string(), staffRole: z.enum(STAFF_ROLES) })
const OwnView = z.strictObject({
  list: z.enum(Object.keys(VIEW_LISTS) as [ViewList, ...ViewList[]]),
  name: z.string(),
})

/** What someone could still reach the store with after they lost their role. */
export type StaffAccess = {
  keys: z.infer<typeof CreatedKey>[]
  endpoints: z.infer<typeof CreatedEndpoint>[]
  invitations: z.infer<typeof SentInvitation>[]
  views: z.infer<typeof OwnView>[]
}

/** For the page that removes someone: what `endStaffAccess` will end. */
export async function findStaffAccess(ctx: Context, profileId: string): Promise<StaffAccess> {
  requirePermission(ctx.actor, 'staff.edit')
  const [keys, endpoints, invitations, views] = await Promise.all([
    query(ctx.db, CreatedKey)`
      select ${KEY_COLUMNS} from api_keys where ${isActiveKeyOf(profileId)} order by created_at, id`,
    query(ctx.db, CreatedEndpoint)`
      select ${ENDPOINT_COLUMNS} from webhook_endpoints where ${isEndpointOf(profileId)} order by created_at, id`,
    query(ctx.db, SentInvitation)`
      select ${INVITATION_COLUMNS} from staff_invitations where invited_by = ${profileId} order by created_at, id`,
    query(ctx.db, OwnView)`
      select list, name from saved_views where owner_id = ${profileId} order by list, lower(name)`,
  ])
  return { keys, endpoints, invitations, views }
}

/**
 * Ends the sessions of someone whose role changes or who leaves, and all that they created and couldn't create with the
 * permissions that remain. Runs in the transaction of the change.
 */
export async function endStaffAccess(
  ctx: Context,
  tx: Db,
  profileId: string,
  remaining: readonly Permission[],
): Promise<void> {
  await endAllSessions(tx, profileId)
  // First the keys: a request with one holds its row until it ends, and may just create an endpoint.
  if (!remaining.includes('integrations.edit')) await revokeKeys(ctx, tx, profileId)
  if (!remaining.includes('webhooks.edit')) await pauseEndpoints(ctx, tx, profileId)
  if (!remaining.includes('staff.edit')) await revokeInvitations(ctx, tx, profileId)
  await deleteViews(ctx, tx, profileId, remaining)
}

async function revokeKeys(ctx: Context, tx: Db, profileId: string): Promise<void> {
  const { actor, now } = ctx
  const revokedBy = actor.kind === 'user' || actor.kind === 'key' ? actor.id : null
  const keys = await query(tx, CreatedKey)`
    update api_keys set revoked_at = ${now}, revoked_by = ${revokedBy}
    where ${isActiveKeyOf(profileId)} returning ${KEY_COLUMNS}`
  for (const { id, name } of keys) {
    const after = { revoked_at: now, reason: CREATOR_REMOVED }
    const record = { action: 'settings-api-key-revoked', subject: id, before: { name }, after }
    await writeAudit(ctx, record, tx)
  }
}

async function pauseEndpoints(ctx: Context, tx: Db, profileId: string): Promise<void> {
  const endpoints = await query(tx, CreatedEndpoint)`
    update webhook_endpoints set state = 'paused', pause_reason = ${CREATOR_REMOVED}, version = version + 1
    where ${isEndpointOf(profileId)} returning ${ENDPOINT_COLUMNS}`
  for (const { id, url } of endpoints) {
    const after = { state: 'paused', reason: CREATOR_REMOVED }
    await writeAudit(ctx, { action: 'settings-webhook-paused', subject: id, before: { url }, after }, tx)
  }
}

async function revokeInvitations(ctx: Context, tx: Db, profileId: string): Promise<void> {
  const invitations = await query(tx, SentInvitation)`
    delete from staff_invitations where invited_by = ${profileId} returning ${INVITATION_COLUMNS}`
  for (const { id } of invitations) {
    const after = { reason: CREATOR_REMOVED }
    await writeAudit(ctx, { action: 'staff-invitation-revoked', subject: id, after }, tx)
  }
}

async function deleteViews(
  ctx: Context,
  tx: Db,
  profileId: string,
  remaining: readonly Permission[],
): Promise<void> {
  const lists = Object.entries(VIEW_LISTS).filter(([, permission]) => !remaining.includes(permission))
  const views = await query(tx, OwnView)`
    delete from saved_views where owner_id = ${profileId} and list = any(${lists.map(([list]) => list)})
    returning list, name`
  for (const list of new Set(views.map((view) => view.list)))
    await writeAudit(ctx, { action: 'settings-view-deleted', subject: list }, tx)
}

/** Also the `pause_reason` of an endpoint. */
const CREATOR_REMOVED = 'creator_removed'

const KEY_COLUMNS = sql`id, name, hint, scopes`
const ENDPOINT_COLUMNS = sql`id, url, description`
const INVITATION_COLUMNS = sql`id, email, staff_role as "staffRole"`

const isActiveKeyOf = (profileId: string): Sql => sql`created_by = ${profileId} and revoked_at is null`

/** Also one that a key of theirs created, or whose address they changed. */
function isEndpointOf(profileId: string): Sql {
  const creators = sql`(select ${profileId}::text union all select id from api_keys where created_by = ${profileId})`
  return sql`deleted_at is null and pause_reason is distinct from ${CREATOR_REMOVED}
    and (created_by in ${creators} or url_changed_by in ${creators})`
}
