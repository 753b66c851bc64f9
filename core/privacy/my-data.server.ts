import { eq } from 'drizzle-orm'
import { requireSignedIn } from '../accounts/policy.ts'
import { listSessions } from '../accounts/sessions/sessions.server.ts'
import type { Context } from '../context.ts'
import { listAddresses } from '../customers/addresses.server.ts'
import { readCustomerSettings } from '../customers/customer-settings.server.ts'
import { readProfile } from '../customers/profile.server.ts'
import { orderItems, orders } from '../orders/orders.table.ts'

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

async function findOwnOrders(ctx: Context) {
  const isOwn = eq(orders.userId, requireSignedIn(ctx.actor).id)
  const [rows, items] = await Promise.all([
    ctx.db.select().from(orders).where(isOwn).orderBy(orders.createdAt),
    ctx.db
      .select({
        orderId: orderItems.orderId,
        name: orderItems.name,
        quantity: orderItems.quantity,
        price: orderItems.price,
        amount: orderItems.amount,
      })
      .from(orderItems)
      .innerJoin(orders, eq(orders.id, orderItems.orderId))
      .where(isOwn),
  ])
  return rows.map((order) => ({
    ...order,
    items: items.filter(({ orderId }) => orderId === order.id).map(({ orderId: _, ...item }) => item),
  }))
}
