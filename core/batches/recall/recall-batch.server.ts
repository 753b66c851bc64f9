import { z } from 'zod'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { parseForm, Refusal } from '#core/errors.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { queryColumn } from '#db/sql.ts'
import { type Batch, readBatch } from '../batches.server.ts'

export const RecallRequest = z.object({
  reason: z
    .string()
    .trim()
    .min(1, 'Say why the batch is recalled.')
    .max(1000, 'Use at most 1,000 characters.'),
})
export type RecallRequest = z.infer<typeof RecallRequest>

/**
 * Takes what is left of the batch out of stock at once, also from open orders, which get units of other batches if there are
 * any. It can't be undone: units that turn out to be fine are received as a new batch.
 */
export async function recallBatch(ctx: Context, id: string, input: RecallRequest): Promise<Batch> {
  const { id: actorId } = requirePermission(ctx.actor, 'stock.edit')
  const { reason } = parseForm(RecallRequest, input)
  return staffTransaction(ctx, 'stock.edit', async (tx) => {
    const { number, productId } = await readBatch(tx, id)
    const [orders = null] = await queryColumn(tx, z.array(z.string()).nullable())`
      select recall_batch(${id}, ${reason}, ${actorId}, ${ctx.now})`
    if (!orders) throw new Refusal('conflict', `Batch ${number} has already been recalled.`)
    const batch = await readBatch(tx, id)
    const { withdrawn, lacking } = batch
    const after = { productId, number, reason, withdrawn, lacking, openOrders: orders.length }
    await writeAudit(ctx, { action: 'product-batch-recalled', subject: id, after }, tx)
    return batch
  })
}
