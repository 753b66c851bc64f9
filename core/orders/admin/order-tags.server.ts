import { z } from 'zod'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { parseTag, parseTags } from '#core/customers/tags/tag.ts'
import {
  deleteTag,
  insertTag,
  listTags,
  ORDER_TAGS,
  replaceTags,
  suggestTags,
} from '#core/customers/tags/write-tags.server.ts'
import { invalidInput } from '#core/errors.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { query } from '#db/sql.ts'
import { lookUpOrder } from '../find-order.server.ts'
import type { Order } from '../order.ts'
import { MAX_PRINTED_ORDERS } from './print-limit.ts'

export function findOrderToTag(ctx: Context, idOrNumber: string): Promise<Order> {
  requirePermission(ctx.actor, 'orders.view')
  return lookUpOrder(ctx, idOrNumber)
}

export async function findOrderTags(ctx: Context, orderId: string) {
  requirePermission(ctx.actor, 'orders.view')
  const [tags, suggestions] = await Promise.all([
    listTags(ctx.db, ORDER_TAGS, orderId),
    suggestTags(ctx.db, ORDER_TAGS),
  ])
  return { tags, suggestions }
}

export async function suggestOrderTags(ctx: Context): Promise<string[]> {
  requirePermission(ctx.actor, 'orders.view')
  return suggestTags(ctx.db, ORDER_TAGS)
}

/** Returns how many of the orders didn't have the tag yet. */
export async function tagOrders(ctx: Context, ids: readonly string[], typed: string): Promise<number> {
  requirePermission(ctx.actor, 'orders.edit')
  const tag = parseTag(typed)
  if (!ids.length) throw invalidInput('tag', 'Select orders first.')
  return staffTransaction(ctx, 'orders.edit', async (tx) => {
    const known = await query(tx, z.strictObject({ id: z.string() }))`
      select id from orders where id = any(${ids.slice(0, MAX_PRINTED_ORDERS)}) order by id for no key update`
    const tagged = await insertTag(
      tx,
      ORDER_TAGS,
      known.map(({ id }) => id),
      tag,
    )
    for (const id of tagged) await writeAudit(ctx, { action: 'order-tagged', subject: id }, tx)
    return tagged.length
  })
}

export async function untagOrder(ctx: Context, orderId: string, tag: string): Promise<void> {
  requirePermission(ctx.actor, 'orders.edit')
  await changeTags(ctx, orderId, (tx) => deleteTag(tx, ORDER_TAGS, orderId, tag))
}

export async function setOrderTags(
  ctx: Context,
  orderId: string,
  typed: readonly string[],
): Promise<string[]> {
  requirePermission(ctx.actor, 'orders.edit')
  const tags = parseTags(typed)
  await changeTags(ctx, orderId, (tx) => replaceTags(tx, ORDER_TAGS, orderId, tags))
  return listTags(ctx.db, ORDER_TAGS, orderId)
}

/** The audit log is permanent, so it counts tags, which may describe a person, and doesn't quote them. */
async function changeTags(
  ctx: Context,
  orderId: string,
  change: (tx: Db) => Promise<unknown>,
): Promise<void> {
  await staffTransaction(ctx, 'orders.edit', async (tx) => {
    const before = { tags: (await listTags(tx, ORDER_TAGS, orderId)).length }
    await change(tx)
    const after = { tags: (await listTags(tx, ORDER_TAGS, orderId)).length }
    await writeAudit(ctx, { action: 'order-tagged', subject: orderId, before, after }, tx)
  })
}
