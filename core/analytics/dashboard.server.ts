import { sql } from 'drizzle-orm'
import { LOW_STOCK } from '../catalog/product.ts'
import type { Context } from '../context.ts'
import type { Money } from '../money.ts'

export type DashboardNumbers = {
  orders: number
  customers: number
  products: number
  pendingOrders: number
  lowStock: number
  /** Revenue of the last 30 days against the 30 before, in percent; `null` while there is nothing to compare with. */
  growthPercent: number | null
  revenue: Money
}

const MONTH = 30 * 24 * 3_600_000

/** What the shop stands at now. Abandoned payments count nowhere; test orders count, but bring no revenue. */
export async function dashboardNumbers(ctx: Context): Promise<DashboardNumbers> {
  const { rows } = await ctx.db.execute<Row>(counted(ctx.now))
  const row = rows[0]
  if (!row) throw new Error('The dashboard’s counts answered nothing')
  return {
    orders: row.orders,
    customers: row.customers,
    products: row.products,
    pendingOrders: row.pending_orders,
    lowStock: row.low_stock,
    growthPercent: growth(row.recent, row.previous),
    revenue: { amount: row.revenue, currency: 'usd' },
  }
}

/** In percent with one decimal, half up. */
export function growth(recent: number, previous: number): number | null {
  return previous === 0 ? null : Math.round(((recent - previous) * 1000) / previous) / 10
}

type Row = {
  orders: number
  revenue: number
  recent: number
  previous: number
  pending_orders: number
  customers: number
  products: number
  low_stock: number
}

// The conditions are those of the partial indexes; the limit is written out, since a parameter would hide it from them.
function counted(now: Date) {
  const [start, middle, end] = [2, 1, 0].map((months) =>
    new Date(now.getTime() - months * MONTH).toISOString(),
  )
  return sql`
    select sold.*, recent.*,
      (select count(*) from orders
        where status = 'pending' and (payment_status = 'paid' or payment_method = 'demo')) as pending_orders,
      (select count(*) from profiles p join auth_users u on u.id = p.id
        where p.role = 'user' and u.email_verified) as customers,
      (select count(*) from products where status = 'published') as products,
      (select count(*) from stock_levels s join products p on p.id = s.product_id
        where s.available <= ${sql.raw(String(LOW_STOCK))} and p.status = 'published') as low_stock
    from (
      select count(*) as orders,
        coalesce(sum(base_total) filter (where payment_status = 'paid'), 0)::bigint as revenue
      from orders where payment_status = 'paid' or payment_method = 'demo'
    ) sold, (
      select coalesce(sum(base_total) filter (where created_at > ${middle}::timestamptz), 0)::bigint as recent,
        coalesce(sum(base_total) filter (where created_at <= ${middle}::timestamptz), 0)::bigint as previous
      from orders where payment_status = 'paid'
        and created_at > ${start}::timestamptz and created_at <= ${end}::timestamptz
    ) recent`
}
