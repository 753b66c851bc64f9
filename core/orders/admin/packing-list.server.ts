import { z } from 'zod'
import type { Context } from '#core/context.ts'
import type { Picture } from '#core/media/picture.ts'
import { placeholderPicture } from '#core/media/placeholder-picture.ts'
import { StoredPicture } from '#core/media/stored-picture.server.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { query } from '#db/sql.ts'
import type { Order, OrderLine } from '../order.ts'
import { findOrdersToPrint } from './print-orders.server.ts'

export type PickedProduct = {
  id: string
  /** As ordered. */
  name: string
  sku: string | null
  barcode: string | null
  picture: Picture
  quantity: number
  orderCount: number
}

type PackedLine = Pick<OrderLine, 'productId' | 'name' | 'quantity'>
export type OrderToPack = { id: string; number: string; buyer: string; createdAt: Date; items: PackedLine[] }

export type PackingList = { orders: OrderToPack[]; products: PickedProduct[]; hasMore: boolean }

/** The oldest orders to fulfill, and what to take from the shelves for all of them. */
export async function readPackingList(ctx: Context): Promise<PackingList> {
  requirePermission(ctx.actor, 'orders.view')
  const { orders, hasMore } = await findOrdersToPrint(ctx, {
    matching: { filter: 'to-pack', sort: 'oldest' },
  })
  const linesByProduct = Map.groupBy(
    orders.flatMap(({ items }) => items),
    ({ productId }) => productId,
  )
  const rows = await query(ctx.db, PickRow)`
    select id, name, sku, barcode, images -> 0 as image from products
    where id = any(${[...linesByProduct.keys()]}) order by lower(name), id`
  const products = rows.map((row) => pick(row, linesByProduct.get(row.id) ?? []))
  return { orders: orders.map(toOrderToPack), products, hasMore }
}

/** No more than the list prints. */
function toOrderToPack({ id, number, createdAt, shippingAddress, items }: Order): OrderToPack {
  const { firstName, lastName } = shippingAddress
  const buyer = [firstName, lastName].filter(Boolean).join(' ')
  const lines = items.map(({ productId, name, quantity }) => ({ productId, name, quantity }))
  return { id, number, buyer, createdAt, items: lines }
}

const PickRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  image: StoredPicture.nullable(),
})

function pick({ image, ...product }: z.infer<typeof PickRow>, lines: OrderLine[]): PickedProduct {
  const name = lines[0]?.name ?? product.name
  return {
    ...product,
    name,
    picture: image ?? placeholderPicture({ name }),
    quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    orderCount: lines.length,
  }
}
