import { assignForPacking } from '#core/batches/assign-batches.server.ts'
import { batchText } from '#core/batches/order-batch.ts'
import { listOrderBatches } from '#core/batches/order-batches.server.ts'
import type { AdminContext } from '../admin-context.ts'

/** Which batches to pack, by order and product. Printing decides them, so that the slip and the record agree. */
export async function loadBatchTexts(
  ctx: AdminContext,
  orders: { id: string }[],
): Promise<Record<string, Record<string, string[]>>> {
  const itemsByOrder = await assignAndList(ctx, orders)
  const texts = Object.entries(itemsByOrder).map(([orderId, items]) => [
    orderId,
    Object.fromEntries(
      items.map(({ productId, assigned }) => [
        productId,
        assigned.map((batch) => `${batch.quantity} × ${describeBatch(batch)}`),
      ]),
    ),
  ])
  return Object.fromEntries(texts)
}

/** What to take from each batch for all of the orders, by product. */
export async function loadPickedBatches(
  ctx: AdminContext,
  orders: { id: string }[],
): Promise<Record<string, string[]>> {
  const items = Object.values(await assignAndList(ctx, orders)).flat()
  const picked = new Map<string, Map<string, { text: string; quantity: number }>>()
  for (const { productId, assigned } of items) {
    const ofProduct = picked.get(productId) ?? new Map()
    picked.set(productId, ofProduct)
    for (const batch of assigned) {
      const quantity = batch.quantity + (ofProduct.get(batch.id)?.quantity ?? 0)
      ofProduct.set(batch.id, { text: describeBatch(batch), quantity })
    }
  }
  return Object.fromEntries(
    [...picked].map(([productId, batches]) => [
      productId,
      [...batches.values()].map(({ text, quantity }) => `${quantity} × ${text}`),
    ]),
  )
}

async function assignAndList(ctx: AdminContext, orders: { id: string }[]) {
  const ids = orders.map(({ id }) => id)
  await assignForPacking(ctx, ids)
  return listOrderBatches(ctx, ids)
}

function describeBatch(batch: Parameters<typeof batchText>[0]): string {
  return batch.number === null ? batchText(batch) : `batch ${batchText(batch)}`
}
