import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import { insertAuditEntry } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { invalidInput, Refusal } from '../errors.ts'
import { cancelJob, enqueueJob } from '../outbox/outbox.server.ts'
import { DAY_MS } from '../time-units.ts'
import { changeContent } from './change-content.server.ts'
import type { AdminContent } from './content.ts'

const MAX_DAYS_AHEAD = 730

/** Publishes the draft, now or at a later time. A draft that is saved after that isn’t part of it. */
export async function publish(
  ctx: Context,
  id: string,
  { version, at }: { version: number; at?: Date | undefined },
): Promise<AdminContent> {
  requirePermission(ctx.actor, 'content.edit')
  if (at) requireFuture(ctx, at)
  return changeContent(ctx, id, version, async (tx, { draftNumber }) => {
    if (at) {
      await execute(tx)`
        update content_items set scheduled_number = ${draftNumber}, publish_at = ${at} where id = ${id}`
      await enqueueJob(tx, 'publish-content', { id }, { key: jobKey(id), at })
      return 'content-scheduled'
    }
    await cancelJob(tx, jobKey(id))
    await setPublished(tx, id, { number: draftNumber, at: ctx.now })
    return 'content-published'
  })
}

export function requireFuture({ now }: Context, at: Date): void {
  if (!(at > now)) throw invalidInput('publish_at', 'Enter a time in the future.')
  if (at.getTime() > now.getTime() + MAX_DAYS_AHEAD * DAY_MS)
    throw invalidInput('publish_at', 'Enter a time within the next two years.')
}

/** Takes the item off the store, or cancels its schedule if it isn’t published yet. */
export async function unpublish(
  ctx: Context,
  id: string,
  { version }: { version: number },
): Promise<AdminContent> {
  return changeContent(ctx, id, version, async (tx, { isBuiltIn, publishedNumber, scheduledNumber }) => {
    if (isBuiltIn && scheduledNumber === null)
      throw new Refusal('conflict', 'The store links to this page, so it can’t be unpublished.')
    if (publishedNumber === null && scheduledNumber === null)
      throw new Refusal('conflict', 'This page isn’t published.')
    await unschedule(tx, id)
    if (scheduledNumber !== null) return 'content-unscheduled'
    await execute(tx)`update content_items set published_number = null, published_at = null where id = ${id}`
    return 'content-unpublished'
  })
}

export async function unschedule(tx: Db, id: string): Promise<void> {
  await cancelJob(tx, jobKey(id))
  await execute(tx)`update content_items set scheduled_number = null, publish_at = null where id = ${id}`
}

type PublishedVersion = { number: number; at: Date }

async function setPublished(tx: Db, id: string, { number, at }: PublishedVersion): Promise<void> {
  await execute(tx)`
    update content_items set published_number = ${number}, scheduled_number = null, publish_at = null,
      published_at = ${at}, first_published_at = coalesce(first_published_at, ${at}::timestamptz)
    where id = ${id}`
}

/** A job, so it runs when the worker is up again if it was down; and it may run twice. */
export async function publishDueContent(db: Db, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [due] = await query(tx, DueContent)`
      select scheduled_number as number, publish_at as at, draft_number as "draftNumber" from content_items
      where id = ${id} and publish_at <= now() and deleted_at is null for no key update`
    if (!due) return
    await setPublished(tx, id, due)
    await execute(tx)`update content_items set version = version + 1, updated_at = now() where id = ${id}`
    const after = { number: due.number, scheduledFor: due.at }
    const entry = { action: 'content-published', subject: id, after }
    await insertAuditEntry(tx, { ...entry, at: new Date(), actorId: null, requestId: null })
  })
}

const DueContent = z.strictObject({ number: z.int(), at: z.date(), draftNumber: z.int() })

const jobKey = (id: string) => `publish-content ${id}`
