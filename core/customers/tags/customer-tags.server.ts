import { z } from 'zod'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import { readNote } from './read-note.ts'
import { parseTag, parseTags } from './tag.ts'
import {
  CUSTOMER_TAGS,
  deleteTag,
  insertTag,
  listTags,
  replaceTags,
  suggestTags,
} from './write-tags.server.ts'

const CustomerNote = z.strictObject({
  id: z.int(),
  note: z.string(),
  by: z.string().nullable(),
  at: z.date(),
})
export type CustomerNote = z.infer<typeof CustomerNote>

export async function findCustomerTags(ctx: Context, id: string) {
  requirePermission(ctx.actor, 'customers.view')
  const [tags, suggestions] = await Promise.all([
    listTags(ctx.db, CUSTOMER_TAGS, id),
    suggestTags(ctx.db, CUSTOMER_TAGS),
  ])
  return { tags, suggestions }
}

export async function suggestCustomerTags(ctx: Context): Promise<string[]> {
  requirePermission(ctx.actor, 'customers.view')
  return suggestTags(ctx.db, CUSTOMER_TAGS)
}

export async function tagCustomer(ctx: Context, id: string, typed: string): Promise<void> {
  requirePermission(ctx.actor, 'customers.edit')
  const tag = parseTag(typed)
  await changeTags(ctx, id, (tx) => insertTag(tx, CUSTOMER_TAGS, [id], tag))
}

export async function untagCustomer(ctx: Context, id: string, tag: string): Promise<void> {
  requirePermission(ctx.actor, 'customers.edit')
  await changeTags(ctx, id, (tx) => deleteTag(tx, CUSTOMER_TAGS, id, tag))
}

export async function setCustomerTags(ctx: Context, id: string, typed: readonly string[]): Promise<string[]> {
  requirePermission(ctx.actor, 'customers.edit')
  const tags = parseTags(typed)
  await changeTags(ctx, id, (tx) => replaceTags(tx, CUSTOMER_TAGS, id, tags))
  return listTags(ctx.db, CUSTOMER_TAGS, id)
}

/** The audit log is permanent, so it counts tags, which may describe a person, and doesn't quote them. */
async function changeTags(ctx: Context, id: string, change: (tx: Db) => Promise<unknown>): Promise<void> {
  await staffTransaction(ctx, 'customers.edit', async (tx) => {
    await requireCustomer(tx, id)
    const before = { tags: (await listTags(tx, CUSTOMER_TAGS, id)).length }
    await change(tx)
    const after = { tags: (await listTags(tx, CUSTOMER_TAGS, id)).length }
    await writeAudit(ctx, { action: 'customer-tagged', subject: id, before, after }, tx)
  })
}

async function requireCustomer(tx: Db, id: string): Promise<void> {
  const customers = await execute(tx)`select from profiles where id = ${id} for no key update`
  if (!customers) throw new Refusal('not_found', 'Customer not found.')
}

export async function listCustomerNotes(ctx: Context, id: string): Promise<CustomerNote[]> {
  requirePermission(ctx.actor, 'customers.view')
  return query(ctx.db, CustomerNote)`
    select n.id, n.note, p.email as by, n.at from customer_notes n left join profiles p on p.id = n.actor_id
    where n.profile_id = ${id} order by n.id desc limit 200`
}

export async function addCustomerNote(ctx: Context, id: string, typed: string): Promise<void> {
  const actor = requirePermission(ctx.actor, 'customers.edit')
  const note = readNote(typed)
  await staffTransaction(ctx, 'customers.edit', async (tx) => {
    await requireCustomer(tx, id)
    await execute(tx)`
      insert into customer_notes (profile_id, actor_id, note, at) values (${id}, ${actor.id}, ${note}, ${ctx.now})`
    await writeAudit(ctx, { action: 'customer-noted', subject: id }, tx)
  })
}
