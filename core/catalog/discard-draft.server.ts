import { z } from 'zod'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { query } from '#db/sql.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'

const DiscardedDraft = z.strictObject({ name: z.string() })

export async function discardDraft(ctx: Context, id: string): Promise<void> {
  await staffTransaction(ctx, 'products.edit', async (tx) => {
    const [discarded] = await query(tx, DiscardedDraft)`
      delete from products p where p.id = ${id} and p.status = 'draft' and p.edition = 1
      and not exists (select from stock_movements m where m.product_id = p.id)
      and not exists (select from order_items i where i.product_id = p.id) returning p.name`
    if (!discarded)
      throw new Refusal(
        'conflict',
        'This draft has changed or no longer exists, so it can’t be discarded. To hide it, archive it.',
      )
    await writeAudit(ctx, { action: 'draft-discarded', subject: id, before: discarded }, tx)
  })
}
