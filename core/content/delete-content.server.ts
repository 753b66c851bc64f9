import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { execute } from '#db/sql.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { lockContent, summarize } from './change-content.server.ts'
import { unschedule } from './publish-content.server.ts'
import { selectContent } from './select-content.server.ts'

/** Its versions stay in the database, and its address is free again. */
export async function deleteContent(
  ctx: Context,
  id: string,
  { version }: { version: number },
): Promise<void> {
  await staffTransaction(ctx, 'content.edit', async (tx) => {
    await lockContent(tx, id)
    const before = await selectContent(tx, id)
    if (before.version !== version)
      throw new Refusal('conflict', 'Someone else just changed this page. Reload it before you delete it.')
    if (before.isBuiltIn)
      throw new Refusal('conflict', 'The store links to this page, so it can’t be deleted.')
    await unschedule(tx, id)
    await execute(tx)`
      update content_items set published_number = null, published_at = null, deleted_at = ${ctx.now},
        updated_at = ${ctx.now}, version = version + 1
      where id = ${id}`
    await writeAudit(ctx, { action: 'content-deleted', subject: id, before: summarize(before) }, tx)
  })
}
