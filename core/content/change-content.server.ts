import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import type { AdminContent } from './content.ts'
import { selectContent } from './select-content.server.ts'

/** Returns the name of the action for the audit log, or null if nothing changed. */
type Change = (tx: Db, before: AdminContent) => Promise<string | null>

/** Refuses if the item changed since the caller read `version`. */
export async function changeContent(
  ctx: Context,
  id: string,
  version: number,
  change: Change,
): Promise<AdminContent> {
  return staffTransaction(ctx, 'content.edit', async (tx) => {
    await lockContent(tx, id)
    const before = await selectContent(tx, id)
    if (before.version !== version) throw new Refusal('conflict', CONTENT_CHANGED)
    const action = await change(tx, before)
    if (!action) return before
    await execute(tx)`
      update content_items set version = version + 1, updated_at = ${ctx.now} where id = ${id}`
    const after = await selectContent(tx, id)
    await writeAudit(ctx, { action, subject: id, before: summarize(before), after: summarize(after) }, tx)
    return after
  })
}

export async function lockContent(tx: Db, id: string): Promise<void> {
  await execute(tx)`select from content_items where id = ${id} for no key update`
}

/** Versions are immutable, so their numbers tell what changed. */
export function summarize(item: AdminContent): object {
  const { title, slug, navigation, draftNumber, publishedNumber, scheduledNumber, publishAt } = item
  return { title, slug, navigation, draftNumber, publishedNumber, scheduledNumber, publishAt }
}

const CONTENT_CHANGED =
  'Someone else just changed this page, so your change wasn’t saved. Copy your text, then reload the page to see theirs.'
