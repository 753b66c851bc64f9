import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { apiKeyCreatedEmail } from '#core/email/staff-emails.ts'
import { invalidInput, parseForm, Refusal } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { type ListPage, type ListQuery, listRows, sortBy } from '#core/pagination.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { requireSignedIn } from '#core/permissions/policy.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { execute, query, queryColumn, sql } from '#db/sql.ts'
import { accountLinks } from '../account-email.server.ts'
import { logSecurityEvent } from '../security/security-events.server.ts'
import { type OwnerProof, requireOwnerProof } from '../security/verify-owner.server.ts'
import { hashToken } from '../sessions/tokens.ts'
import { isCreatorOwner } from '../staff/creator-access.ts'
import { emailOwners } from '../staff/email-owners.server.ts'
import { ApiKey, MAX_ACTIVE_KEYS, NewApiKey } from './api-key.ts'

export const KEY_PREFIX = 'eb_live_'

const HOUR_INTERVAL = sql`interval '1 hour'`
const KEY_COLUMNS = sql`k.id, k.name, k.hint, k.scopes, p.email as "createdBy", ${isCreatorOwner(sql`k.created_by`)} as "creatorHasAccess", k.created_at as "createdAt",
  k.expires_at as "expiresAt", k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt",
  k.last_network as "lastNetwork",
  (select coalesce(sum(requests), 0) from api_key_uses u where u.key_id = k.id and u.started_at > now() - ${HOUR_INTERVAL})
    as "requestsLastHour",
  (select coalesce(sum(requests), 0) from api_key_uses u where u.key_id = k.id and u.started_at > now() - 24 * ${HOUR_INTERVAL})
    as "requestsLastDay"`
const SELECT_KEYS = sql`select ${KEY_COLUMNS} from api_keys k left join profiles p on p.id = k.created_by`

const NEWEST = { ...sortBy('createdAt', sql`k.created_at`, 'timestamptz', sql`k.id`), descending: true }

export async function listApiKeys(ctx: Context, listQuery: ListQuery): Promise<ListPage<ApiKey>> {
  requirePermission(ctx.actor, 'integrations.edit')
  return listRows(ctx.db, ApiKey, listQuery, { select: SELECT_KEYS, sorts: { newest: NEWEST } })
}

type CreatedKey = { apiKey: ApiKey; key: string }
type KeyRequest = { [Field in keyof NewApiKey]: unknown }

/** The key is shown once. */
export async function createApiKey(
  ctx: Context,
  request: KeyRequest,
  proof: OwnerProof,
): Promise<CreatedKey> {
  const newKey = checkRequest(ctx, request)
  await requireOwnerProof(ctx, proof)
  return saveKey(ctx, newKey)
}

function checkRequest(ctx: Context, request: KeyRequest): NewApiKey {
  requirePermission(ctx.actor, 'integrations.edit')
  const newKey = parseForm(NewApiKey, request)
  if (newKey.expiresAt && newKey.expiresAt <= ctx.now)
    throw invalidInput('expiresAt', 'Choose a date in the future, or none.')
  return newKey
}

async function saveKey(ctx: Context, { name, scopes, expiresAt }: NewApiKey): Promise<CreatedKey> {
  const { id: account, email: by } = requireSignedIn(ctx.actor)
  const [id, key] = [newId('apiKey'), KEY_PREFIX + randomBytes(32).toString('base64url')]
  const unique = [...new Set(scopes)]
  const apiKey = await staffTransaction(ctx, 'integrations.edit', async (tx) => {
    const active = await queryColumn(tx, z.string())`
      select id from api_keys where revoked_at is null and (expires_at is null or expires_at > ${ctx.now}) for update`
    if (active.length >= MAX_ACTIVE_KEYS)
      throw new Refusal('conflict', `A store has at most ${MAX_ACTIVE_KEYS} active keys. Revoke one first.`)
    await execute(tx)`
      insert into api_keys (id, name, key_hash, hint, scopes, created_by, created_at, expires_at)
      values (${id}, ${name}, ${hashToken(key)}, ${key.slice(-4)}, ${unique}, ${account}, ${ctx.now}, ${expiresAt})`
    const after = { name, scopes: unique, expires_at: expiresAt }
    await writeAudit(ctx, { action: 'settings-api-key-created', subject: id, after }, tx)
    const content = { name, scopes: unique, by, link: accountLinks.integrations(ctx) }
    await emailOwners(ctx, tx, apiKeyCreatedEmail, content)
    return selectKey({ ...ctx, db: tx }, id)
  })
  logSecurityEvent(ctx, { action: 'api-key-created', account })
  return { apiKey, key }
}

/** Applies to the next request on every node, since each one reads the key. */
export async function revokeApiKey(ctx: Context, id: string): Promise<ApiKey> {
  const { id: account } = requireSignedIn(ctx.actor)
  const revoked = await staffTransaction(ctx, 'integrations.edit', async (tx) => {
    const { name, revokedAt } = await selectKey({ ...ctx, db: tx }, id)
    const isNew = await execute(tx)`
      update api_keys set revoked_at = ${ctx.now}, revoked_by = ${account} where id = ${id} and revoked_at is null`
    if (isNew) {
      const change = { before: { name, revoked_at: revokedAt }, after: { revoked_at: ctx.now } }
      await writeAudit(ctx, { action: 'settings-api-key-revoked', subject: id, ...change }, tx)
    }
    return selectKey({ ...ctx, db: tx }, id)
  })
  logSecurityEvent(ctx, { action: 'api-key-revoked', account })
  return revoked
}

async function selectKey(ctx: Context, id: string): Promise<ApiKey> {
  const [apiKey] = await query(ctx.db, ApiKey)`${SELECT_KEYS} where k.id = ${id}`
  if (!apiKey) throw new Refusal('not_found', 'API key not found.')
  return apiKey
}
