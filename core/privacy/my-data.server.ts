import { z } from 'zod'
import { query } from '#db/sql.ts'
import { requireSignedIn } from '../accounts/policy.ts'
import { listSessions } from '../accounts/sessions/sessions.server.ts'
import type { Context } from '../context.ts'
import { listAddresses } from '../customers/addresses.server.ts'
import { readCustomerSettings } from '../customers/customer-settings.server.ts'
import { readProfile } from '../customers/profile.server.ts'
import { OrderRow } from '../orders/find-order.server.ts'

export async function downloadMyData(ctx: Context): Promise<Record<string, unknown>> {
  // Refuses before the reads start: a refusal among them would leave the others' errors unhandled.
  const { id } = requireSignedIn(ctx.actor)
  const [profile, addresses, settings, sessions, orders] = await Promise.all([
    readProfile(ctx),
    listAddresses(ctx),
    readCustomerSettings(ctx),
    listSessions(ctx),
    findOwnOrders(ctx, id),
  ])
  return { madeAt: ctx.now, profile, addresses, settings, sessions, orders }
}

const OwnOrder = OrderRow.omit({
  total: true,
  refunded: true,
  carrier: true,
  trackingNumber: true,
  deliveredAt: true,
  returnDays: true,
}).extend({
  totalAmount: z.int(),
  baseTotal: z.int(),
  updatedAt: z.date(),
  items: z.array(OrderRow.shape.items.element.omit({ productId: true })),
})

function findOwnOrders(ctx: Context, customerId: string): Promise<z.infer<typeof OwnOrder>[]> {
  return query(ctx.db, OwnOrder)`
    select o.id, o.number, o.user_id as "userId", o.email, o.region, o.currency, o.rate::float8 as rate, o.subtotal,
      o.discount, o.shipping, o.tax, o.tax_percent::float8 as "taxPercent", o.total_amount as "totalAmount",
      o.base_total as "baseTotal", o.offer_code as "offerCode", o.shipping_address as "shippingAddress",
      o.payment_method as "paymentMethod", o.status, o.payment_status as "paymentStatus",
      o.created_at as "createdAt", o.updated_at as "updatedAt",
      coalesce((select json_agg(json_build_object('name', i.name, 'quantity', i.quantity, 'price', i.price,
        'amount', i.amount) order by i.id) from order_items i where i.order_id = o.id), '[]') as items
    from orders o where o.user_id = ${customerId} order by o.created_at`
}
