import { z } from 'zod'
import { DAY_MS } from '#core/time-units.ts'
import { queryColumn } from '#db/sql.ts'
import { sendDisputeReminder } from './dispute-emails.server.ts'
import { IS_UNANSWERED, requireDispute } from './find-disputes.server.ts'
import type { ResponseContext } from './send-response.server.ts'

const REMINDER_DAYS = 2

/** Emails the owner once about each dispute that is due soon. */
export async function remindOfDisputes(ctx: ResponseContext): Promise<void> {
  const { db, now } = ctx
  const soon = new Date(now.getTime() + REMINDER_DAYS * DAY_MS)
  const ids = await queryColumn(db, z.string())`
    select d.id from disputes d where ${IS_UNANSWERED} and d.due_by > ${now} and d.due_by <= ${soon} order by d.due_by`
  for (const id of ids) await sendDisputeReminder(ctx, await requireDispute(db, id))
}
