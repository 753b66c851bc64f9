import { z } from 'zod'
import { query, sql } from '#db/sql.ts'
import { requireSignedIn } from '../accounts/policy.ts'
import { listSessions } from '../accounts/sessions/sessions.server.ts'
import type { Context } from '../context.ts'
import { listAddresses } from '../customers/addresses.server.ts'
import { readCustomerSettings } from '../customers/customer-settings.server.ts'
import { readProfile } from '../customers/profile.server.ts'
import { CURRENCIES } from '../money.ts'
import { ORDER_STATUSES, PAYMENT_METHODS, PAYMENT_STATUSES } from '../orders/order-status.ts'
import { REGION_CODES } from '../regions/regions.ts'

export async function downloadMyData(ctx: Context): Promise<Record<string, unknown>> {
  const [profile, addresses, settings, sessions, orders] = await Promise.all([
    readProfile(ctx),
    listAddresses(ctx),
    readCustomerSettings(ctx),
    listSessions(ctx),
    findOwnOrders(ctx),
  ])
  return { madeAt: ctx.now, profile, addresses, settings, sessions, orders }
}

const OwnOrder = z.strictObject({
  id: z.string(),
  number: z.string(),
  userId: z.string(),
  email: z.string(),
  region: z.enum(REGION_CODES),
  currency: z.enum(CURRENCIES),
  rate: z.number(),
  subtotal: z.int(),
  discount: z.int(),
  shipping: z.int(),
  tax: z.int(),
  taxPercent: z.number(),
  totalAmount: z.int(),
  baseTotal: z.int(),
  offerCode: z.string().nullable(),
  shippingAddress: z.record(z.string(), z.string()),
  paymentMethod: z.enum(PAYMENT_METHODS),
  status: z.enum(ORDER_STATUSES),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  createdAt: z.date(),
  updatedAt: z.date(),
  items: z.array(z.strictObject({ name: z.string(), quantity: z.int(), price: z.int(), amount: z.int() })),
})

function findOwnOrders(ctx: Context): Promise<z.infer<typeof OwnOrder>[]> {
  return query(
    ctx.db,
    OwnOrder,
    sql`select o.id, o.number, o.user_id as "userId", o.email, o.region, o.currency, o.rate::float8 as rate, o.subtotal,
        o.discount, o.shipping, o.tax, o.tax_percent::float8 as "taxPercent", o.total_amount as "totalAmount",
        o.base_total as "baseTotal", o.offer_code as "offerCode", o.shipping_address as "shippingAddress",
        o.payment_method as "paymentMethod", o.status, o.payment_status as "paymentStatus",
        o.created_at as "createdAt", o.updated_at as "updatedAt",
        coalesce((select json_agg(json_build_object('name', i.name, 'quantity', i.quantity, 'price', i.price,
          'amount', i.amount) order by i.id) from order_items i where i.order_id = o.id), '[]') as items
      from orders o where o.user_id = ${requireSignedIn(ctx.actor).id} order by o.created_at`,
  )
}
