import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { CURRENCIES } from '#core/money.ts'
import { type ListPage, type ListQuery, listRows } from '#core/pagination.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { REGION_CODES } from '#core/regions/regions.ts'
import { sql } from '#db/sql.ts'
import { defineOrderList } from '../admin/order-list.server.ts'
import { AUTHORIZATION_STATES, ORDER_STATUSES, PAYMENT_METHODS, PAYMENT_STATUSES } from '../order-status.ts'
import { type LineShares, shareOut } from './share-out.ts'

const LineRow = z.strictObject({
  product: z.string(),
  /** These three are the product's, as of now. */
  sku: z.string().nullable(),
  shade: z.string().nullable(),
  size: z.string().nullable(),
  quantity: z.int(),
  price: z.int(),
  amount: z.int(),
  discount: z.int().nullable(),
  sample: z.boolean(),
  refundedQuantity: z.int(),
})

const OrderLinesRow = z.strictObject({
  id: z.string(),
  number: z.string(),
  createdAt: z.date(),
  status: z.enum(ORDER_STATUSES),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  authorization: z.enum(AUTHORIZATION_STATES).nullable(),
  paymentMethod: z.enum(PAYMENT_METHODS),
  region: z.enum(REGION_CODES),
  currency: z.enum(CURRENCIES),
  subtotal: z.int(),
  discount: z.int(),
  tax: z.int(),
  shippingTax: z.int(),
  taxIncluded: z.boolean(),
  lines: z.array(LineRow),
})

/** Amounts are in minor units of the order's currency. */
export type ExportedOrderLines = Omit<z.infer<typeof OrderLinesRow>, 'lines'> & {
  lines: (Omit<z.infer<typeof LineRow>, 'discount'> & LineShares)[]
}

/** The lines of a list's orders. They hold no personal data. */
export async function listExportedLines(
  ctx: Context,
  listQuery: ListQuery,
): Promise<ListPage<ExportedOrderLines>> {
  requirePermission(ctx.actor, 'orders.view')
  requirePermission(ctx.actor, 'orders.prices')
  const { orders, ...definition } = await defineOrderList(ctx, listQuery)
  const page = await listRows(ctx.db, OrderLinesRow, listQuery, {
    ...definition,
    select: sql`${SELECT_LINES} from ${orders}`,
  })
  return { ...page, rows: page.rows.map((order) => ({ ...order, lines: shareOut(order, order.lines) })) }
}

const REFUNDED_QUANTITY = sql`(select coalesce(sum(ri.quantity), 0)::int
    from refunds r join payments paid on paid.id = r.payment_id join refund_items ri on ri.refund_id = r.id
    where r.order_id = o.id and ri.product_id = i.product_id and r.state <> 'failed' and not paid.surplus)`

const SELECT_LINES = sql`select o.id, o.number, o.created_at as "createdAt", o.status,
    o.payment_status as "paymentStatus", o.authorization_state as "authorization", o.payment_method as "paymentMethod", o.region, o.currency, o.subtotal,
    o.discount, o.tax, o.shipping_tax as "shippingTax", o.tax_included as "taxIncluded",
    coalesce((select json_agg(json_build_object('product', i.name, 'sku', p.sku, 'shade', p.shade_name,
        'size', display_size(p.size_quantity, p.size_unit), 'quantity', i.quantity, 'price', i.price, 'amount', i.amount, 'discount', i.discount, 'sample', i.sample,
        'refundedQuantity', ${REFUNDED_QUANTITY}) order by i.sample, i.id)
      from order_items i join products p on p.id = i.product_id where i.order_id = o.id), '[]') as lines`
