import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { ORDER_TAGS, tagsOf } from '#core/customers/tags/write-tags.server.ts'
import { CURRENCIES } from '#core/money.ts'
import { type ListPage, type ListQuery, listRows } from '#core/pagination.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { recordListRead } from '#core/personal-reads/record-read.server.ts'
import { REGION_CODES } from '#core/regions/regions.ts'
import { sql } from '#db/sql.ts'
import { defineOrderList } from '../admin/order-list.server.ts'
import { visibleParts } from '../admin/visible-order.ts'
import { AUTHORIZATION_STATES, ORDER_STATUSES, PAYMENT_METHODS, PAYMENT_STATUSES } from '../order-status.ts'
import { taxOn } from '../refunds/refund-amounts.ts'

const OrderExportRow = z.strictObject({
  id: z.string(),
  number: z.string(),
  email: z.string(),
  buyer: z.string(),
  status: z.enum(ORDER_STATUSES),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  authorization: z.enum(AUTHORIZATION_STATES).nullable(),
  paymentMethod: z.enum(PAYMENT_METHODS),
  region: z.enum(REGION_CODES),
  state: z.string(),
  currency: z.enum(CURRENCIES),
  subtotal: z.int(),
  discount: z.int(),
  shipping: z.int(),
  tax: z.int(),
  shippingTax: z.int(),
  taxPercent: z.number(),
  taxIncluded: z.boolean(),
  total: z.int(),
  /** In US cents, at the order's own rate. */
  baseTotal: z.int(),
  refunded: z.int(),
  /** The part of `refunded` that is for shipping. */
  refundedShipping: z.int(),
  units: z.int(),
  tags: z.array(z.string()),
  createdAt: z.date(),
})

/** Amounts are in minor units of the order's currency. */
export type ExportedOrder = Omit<z.infer<typeof OrderExportRow>, 'refundedShipping'> & { refundedTax: number }

export type ExportContent = { hasPersonalData: boolean }

/** The orders of a list. Without personal data, email address, name, and tags are empty: a tag may describe a person. */
export async function listExportedOrders(
  ctx: Context,
  listQuery: ListQuery,
  { hasPersonalData }: ExportContent,
): Promise<ListPage<ExportedOrder>> {
  requirePermission(ctx.actor, 'orders.view')
  requirePermission(ctx.actor, 'orders.prices')
  if (hasPersonalData) requirePermission(ctx.actor, 'personal-data.export')
  const { orders, ...definition } = await defineOrderList(ctx, listQuery)
  const page = await listRows(ctx.db, OrderExportRow, listQuery, {
    ...definition,
    select: sql`${SELECT_ORDER} from ${orders}, ${REFUNDS}`,
  })
  const showsEmail = hasPersonalData && visibleParts(ctx.actor).email
  const rows = page.rows.map(({ refundedShipping, ...order }) => ({
    ...order,
    email: showsEmail ? order.email : '',
    buyer: hasPersonalData ? order.buyer : '',
    tags: hasPersonalData ? order.tags : [],
    refundedTax: taxOn(order, { items: order.refunded - refundedShipping, shipping: refundedShipping }),
  }))
  const exported = { ...page, rows }
  return hasPersonalData ? recordListRead(ctx, 'orders', listQuery, exported) : exported
}

/** As the order shows them: refunds that are being sent count, failed ones don't. */
const REFUNDS = sql`lateral (
    select coalesce(sum(r.amount), 0)::bigint as amount, coalesce(sum(r.shipping), 0)::bigint as shipping
    from refunds r join payments p on p.id = r.payment_id
    where r.order_id = o.id and r.state <> 'failed' and not p.surplus
  ) refunded`

const SELECT_ORDER = sql`select o.id, o.number, o.email,
    concat_ws(' ', o.shipping_address ->> 'firstName', o.shipping_address ->> 'lastName') as buyer,
    o.status, o.payment_status as "paymentStatus", o.authorization_state as "authorization", o.payment_method as "paymentMethod", o.region,
    coalesce(o.shipping_address ->> 'state', '') as state, o.currency, o.subtotal, o.discount, o.shipping, o.tax,
    o.shipping_tax as "shippingTax", o.tax_percent::float8 as "taxPercent", o.tax_included as "taxIncluded",
    o.total_amount as total, o.base_total as "baseTotal", refunded.amount as refunded,
    refunded.shipping as "refundedShipping",
    (select coalesce(sum(i.quantity), 0)::int from order_items i where i.order_id = o.id and i.product_id <> 'prd_gift_wrap') as units,
    ${tagsOf(ORDER_TAGS, sql`o.id`)} as tags, o.created_at as "createdAt"`
