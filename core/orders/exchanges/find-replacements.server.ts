import { z } from 'zod'
import { Refusal } from '#core/errors.ts'
import type { RefundLine } from '#core/payments/refund.ts'
import { regionalAmount } from '#core/pricing/quote.ts'
import type { Db } from '#db/connection.ts'
import { query, type Sql, sql } from '#db/sql.ts'
import type { Order } from '../order.ts'
import { toQuantities } from '../refunds/refund-amounts.ts'

export type Replacement = RefundLine & {
  replacementId: string
  name: string
  /** Of one, in minor units of the order's currency. */
  price: number
  available: number
}

type RequestedItem = RefundLine & { replacementId?: string | undefined }

/** Checks that each item is replaced with another product of its family. Whether it is in stock shows when it is held. */
export async function findReplacements(
  tx: Db,
  order: Order,
  items: readonly RequestedItem[],
): Promise<Replacement[]> {
  const quantities = toQuantities([...items])
  const chosen = new Map(items.map(({ productId, replacementId = '' }) => [productId, replacementId]))
  const options = await listReplacements(tx, order, [...chosen.keys()])
  const replacements = [...chosen].map(([productId, replacementId]) => {
    const option = options.find((o) => o.productId === productId && o.replacementId === replacementId)
    if (option) return { ...option, quantity: quantities[productId] ?? 0 }
    const name = order.items.find((item) => item.productId === productId)?.name ?? 'This product'
    throw notReplaceable(
      `${name} can be exchanged for another shade or size of the same product. Choose one.`,
    )
  })
  const isAmbiguous = items.some(
    ({ productId, replacementId = '' }) => chosen.get(productId) !== replacementId,
  )
  const isRepeated = new Set(chosen.values()).size < chosen.size
  if (isAmbiguous || isRepeated) throw notReplaceable('Request these exchanges one at a time.')
  return replacements
}

function notReplaceable(message: string): Refusal {
  return new Refusal('conflict', message, { items: message })
}

const Option = z.strictObject({
  productId: z.string(),
  replacementId: z.string(),
  name: z.string(),
  basePrice: z.int(),
  costsTheSame: z.boolean(),
  available: z.int(),
})
export type ReplacementOption = Omit<Replacement, 'quantity'>

/**
 * The other published products of the families. One that costs the same today as what it replaces costs what the customer
 * paid, so exchanging one shade for another is even. Others cost today's price at the order's exchange rate.
 */
export async function listReplacements(
  db: Db,
  order: Order,
  productIds: readonly string[],
): Promise<ReplacementOption[]> {
  const options = await query(db, Option)`${selectOptions(productIds)}`
  return options.map(({ basePrice, costsTheSame, ...option }) => {
    const paid = order.items.find((item) => item.productId === option.productId)?.price
    const today = regionalAmount(basePrice, { code: order.region, rate: order.rate })
    return { ...option, price: costsTheSame && paid ? paid : today }
  })
}

const selectOptions = (productIds: readonly string[]): Sql => sql`
  select p.id as "productId", r.id as "replacementId", r.name, r.price as "basePrice", r.price = p.price as "costsTheSame",
    coalesce(s.available, 0) as available
  from products p join products r on r.family_id = p.family_id and r.id <> p.id and r.status = 'published' and r.preorder_date is null
  left join stock_levels s on s.product_id = r.id
  where p.id = any(${productIds}::text[]) order by p.id, r.position, r.id`
