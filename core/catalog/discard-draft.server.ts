import { sql } from 'drizzle-orm'
import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'

export async function discardDraft(ctx: Context, id: string): Promise<void> {
  requireRole(canAccessAdmin, ctx.actor)
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ name: string }>(sql`
      delete from products p where p.id = ${id} and p.status = 'draft' and p.edition = 1
        and not exists (select from stock_movements m where m.product_id = p.id)
        and not exists (select from order_items i where i.product_id = p.id) returning p.name`)
    if (!rows[0])
      throw new Refusal(
        'conflict',
        'This draft has changed or no longer exists, so it can’t be discarded. To hide it, archive it.',
      )
    await writeAudit(ctx, { action: 'draft-discarded', subject: id, before: { name: rows[0].name } }, tx)
  })
}
