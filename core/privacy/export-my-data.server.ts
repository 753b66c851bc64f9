import { z } from 'zod'
import { requireSignedIn } from '#core/permissions/policy.ts'
import { queryColumn, type Sql, sql } from '#db/sql.ts'
import { createLink, readLink } from '../accounts/one-time-links.server.ts'
import { logSecurityEvent } from '../accounts/security/security-events.server.ts'
import { type OwnerProof, verifyOwner } from '../accounts/security/verify-owner.server.ts'
import { consumeAttempt } from '../accounts/sign-in/rate-limit.server.ts'
import type { Context, SignedInActor } from '../context.ts'
import type { Owner, PersonalTable } from './data-classes.ts'
import { PERSONAL_TABLES } from './personal-data.ts'

/** Described in docs/data.md. A change that breaks readers gets a new number. */
export const EXPORT_FORMAT = 'personal-data/1'

export const PersonalDataExport = z.object({
  format: z.literal(EXPORT_FORMAT),
  created_at: z.iso.datetime(),
  data: z
    .record(z.string(), z.array(z.record(z.string(), z.unknown())))
    .describe('One list per kind of data. Amounts are in minor units, such as cents; times are ISO 8601.'),
  not_included: z
    .array(z.object({ what: z.string(), columns: z.array(z.string()), why: z.string() }))
    .describe('What the store also holds, and why it isn’t in the file.'),
})
export type PersonalDataExport = z.infer<typeof PersonalDataExport>

const EXPORT_LIMIT = { max: 20, minutes: 60 }

export async function exportMyData(ctx: Context, proof: OwnerProof): Promise<PersonalDataExport> {
  await verifyOwner(ctx, proof)
  return buildExport(ctx, requireSignedIn(ctx.actor))
}

/** For the page: returns a token for the browser's cookie, with which it can download the file for five minutes. */
export async function startExport(ctx: Context, proof: OwnerProof): Promise<string> {
  const { id: userId } = requireSignedIn(ctx.actor)
  await verifyOwner(ctx, proof)
  return createLink(ctx.db, 'export', { userId })
}

export async function downloadMyData(ctx: Context, token: string): Promise<PersonalDataExport | undefined> {
  const actor = requireSignedIn(ctx.actor)
  const isAllowed = await isExportReady(ctx, token)
  return isAllowed ? buildExport(ctx, actor) : undefined
}

export async function isExportReady(ctx: Context, token: string): Promise<boolean> {
  const actor = requireSignedIn(ctx.actor)
  const link = await readLink(ctx.db, 'export', token).catch(() => undefined)
  return link?.userId === actor.id
}

/** One statement, so that the lists fit together. */
async function buildExport(ctx: Context, actor: SignedInActor): Promise<PersonalDataExport> {
  if (ctx.settings.limits) await consumeAttempt(ctx.db, `export of ${actor.id}`, EXPORT_LIMIT)
  const lists = Object.entries(PERSONAL_TABLES)
    .filter(([, { exported }]) => exported)
    .map(([table, entry]) => sql`(${sql.raw(`'${entry.name}'`)}, (${selectList(table, entry, actor)}))`)
  const [data = {}] = await queryColumn(ctx.db, PersonalDataExport.shape.data)`
    select json_object_agg(name, rows) as data from (values ${sql.join(lists, ', ')}) lists (name, rows)`
  logSecurityEvent(ctx, { action: 'data-export', account: actor.id })
  return { format: EXPORT_FORMAT, created_at: ctx.now.toISOString(), data, not_included: NOT_INCLUDED }
}

function selectList(
  table: string,
  { exported, expressions, owner }: PersonalTable,
  actor: SignedInActor,
): Sql {
  const columns = exported.split(' ').map((column) => `${expressions?.[column] ?? column} as ${column}`)
  return sql`select coalesce(json_agg(r), '[]') from (
    select ${sql.raw(columns.join(', '))} from ${sql.raw(table)} where ${isOwnedBy(owner, actor)} order by 1) r`
}

function isOwnedBy(owner: Owner | null, actor: SignedInActor): Sql {
  if (!owner) return sql`false`
  if ('account' in owner) {
    const isOfEmail = owner.email ? sql`${sql.raw(owner.email)} = ${actor.email}` : sql`false`
    return sql`(${sql.raw(owner.account)} = ${actor.id} or ${isOfEmail})`
  }
  if ('email' in owner) return sql`${sql.raw(owner.email)} = ${actor.email}`
  const parentOwner = PERSONAL_TABLES[owner.parent]?.owner ?? null
  return sql`${sql.raw(owner.column)} in
    (select id from ${sql.raw(owner.parent)} where ${isOwnedBy(parentOwner, actor)})`
}

const NOT_INCLUDED = Object.values(PERSONAL_TABLES).flatMap(({ holds, withheld = {} }) =>
  [...Map.groupBy(Object.entries(withheld), ([, why]) => why)].map(([why, columns]) => ({
    what: holds,
    columns: columns.map(([column]) => column),
    why,
  })),
)
