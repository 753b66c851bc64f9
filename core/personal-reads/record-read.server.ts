import { z } from 'zod'
import { ACTION_PERMISSIONS } from '#core/approval-rules/approval.ts'
import { listApprovers } from '#core/approval-rules/approval-rules.server.ts'
import { hasPermission } from '#core/permissions/permissions.ts'
import { isStaff } from '#core/permissions/policy.ts'
import { backOfficeLink } from '#core/settings/back-office-link.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { query } from '#db/sql.ts'
import type { Context, KeyActor, SignedInActor } from '../context.ts'
import { readEmailSender } from '../email/email-sender.server.ts'
import { enqueueEmail } from '../email/emails.server.ts'
import { Refusal } from '../errors.ts'
import type { ListPage, ListQuery } from '../pagination.ts'
import { manyRecordsEmail } from './many-records-email.ts'
import type { PersonalData, ReadWay } from './personal-read.ts'
import { findReadLimit } from './read-limit.server.ts'

type Reader = SignedInActor | KeyActor
type PersonalRead = { data: PersonalData; way: ReadWay; records: number; isBulk?: boolean }

/** Such as the search and the dashboard, and a search for one customer. */
const FEW_RECORDS = 10

/** Returns the page if it may be read. Only a first page of a few records is always readable. */
export async function recordListRead<Row>(
  ctx: Context,
  data: PersonalData,
  { cursor, reading }: ListQuery,
  page: ListPage<Row>,
): Promise<ListPage<Row>> {
  const records = page.rows.length
  const isBulk = reading === undefined && (cursor !== undefined || records > FEW_RECORDS)
  await recordPersonalRead(ctx, { data, way: reading ?? 'list', records, isBulk })
  return page
}

/**
 * Counts what staff and API keys read. While exports of personal data need a second person, more than the day's number of
 * records in lists and prints need one too. A single record stays readable, so that support can answer a customer.
 */
export async function recordPersonalRead(ctx: Context, read: PersonalRead): Promise<void> {
  const { actor } = ctx
  if (!read.records || !(actor.kind === 'key' || (actor.kind === 'user' && isStaff(actor)))) return
  const { limit = null } = read.isBulk && !ctx.approval ? await findReadLimit(ctx, actor) : {}
  const { before, day } = await addRecords(ctx, actor, read, limit)
  if (limit !== null && before >= limit) throw limitReached(actor, limit)
  if (read.way === 'record' || read.way === 'approved-export') return
  const { personalRecordsPerDay: expected } = (await readStoreSettings(ctx.db, ctx.log)).approvals
  if (before < expected && before + read.records >= expected) await emailOwners(ctx, actor, expected, day)
}

const ReadToday = z.strictObject({ before: z.int(), day: z.string() })

/** Nothing is added above the limit, because nothing is shown. */
async function addRecords(
  { db, now }: Context,
  { id }: Reader,
  { data, way, records }: PersonalRead,
  limit: number | null,
): Promise<z.infer<typeof ReadToday>> {
  const [today] = await query(db, ReadToday)`
    with today as (
      select d.day, coalesce(sum(r.records) filter (where r.way in ('list', 'print', 'export')), 0)::bigint as before
      from (select (${now}::timestamptz at time zone store_time_zone())::date as day) d
        left join personal_data_reads r on r.reader_id = ${id} and r.day = d.day
      group by d.day
    ), added as (
      insert into personal_data_reads (reader_id, day, data, way, records)
      select ${id}, day, ${data}, ${way}, ${records}::bigint from today where before < coalesce(${limit}::bigint, before + 1)
      on conflict (reader_id, day, data, way) do update set records = personal_data_reads.records + excluded.records
    ) select before, day::text as day from today`
  if (!today) throw new Error('The reads of today were not counted')
  return today
}

function limitReached(actor: Reader, limit: number): Refusal {
  const read = `${limit.toLocaleString('en-US')} personal records today. More need a second person’s approval`
  if (actor.kind === 'key')
    return new Refusal(
      'approval_required',
      `This API key has read ${read}, so an API key can’t read them. Single records stay readable.`,
    )
  const stays = 'Single orders and customers stay open.'
  if (!hasPermission(actor, ACTION_PERMISSIONS['read-records']))
    return new Refusal('forbidden', `You’ve read ${read}. Ask the owner. ${stays}`)
  const way = hasPermission(actor, 'personal-data.export')
    ? 'Request more for today, or an export under Approvals, after which lists open again for 24 hours.'
    : 'Request more for today.'
  return new Refusal('approval_required', `You’ve read ${read}. ${way} ${stays}`)
}

/** Once per reader and day: a second email with the same key isn't sent. */
async function emailOwners(ctx: Context, actor: Reader, limit: number, day: string): Promise<void> {
  const approvers = await listApprovers(ctx.db, ctx.settings)
  const sender = await readEmailSender(ctx)
  const reader = actor.kind === 'key' ? `API key “${actor.name}”` : actor.email
  const link = backOfficeLink(ctx, '/admin/audit?view=reads')
  for (const { id, email } of approvers.filter(({ isOwner }) => isOwner)) {
    const envelope = { to: email, key: `records-read:${actor.id}:${day}:${id}`, sender }
    await enqueueEmail(ctx.db, manyRecordsEmail(envelope, { reader, limit, day, link }))
  }
}
