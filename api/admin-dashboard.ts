import { createRoute, z } from '@hono/zod-openapi'
import { canAccessAdmin, requireRole } from '#core/accounts/policy.ts'
import { getDashboardNumbers } from '#core/analytics/dashboard.server.ts'
import { countPendingTasks } from '#core/analytics/today.server.ts'
import { CURRENCIES } from '#core/money.ts'
import { json, refusing } from './answers.ts'
import { newDoor } from './door.ts'

const count = z.number().int()
const DashboardAnswer = z
  .object({
    orders: count,
    customers: count,
    products: count,
    pending_orders: count,
    low_stock: count,
    growth_percent: z.number().nullable().describe('The last 30 days’ revenue against the 30 before'),
    revenue: z.object({ amount: count, currency: z.enum(CURRENCIES) }),
    failed_payments: count.describe('Of the last seven days'),
    failed_refunds: count.describe('Orders with money that did not reach its buyer'),
    reviews_waiting: count,
  })
  .openapi('Dashboard')

const read = createRoute({
  method: 'get',
  path: '/admin/dashboard',
  summary: 'What the shop stands at now',
  tags: ['Administration'],
  responses: { 200: json(DashboardAnswer, 'The numbers'), ...refusing(401, 403) },
})

export const adminDashboard = newDoor().openapi(read, async (c) => {
  const ctx = c.get('ctx')
  requireRole(canAccessAdmin, ctx.actor)
  const [numbers, waiting] = await Promise.all([getDashboardNumbers(ctx), countPendingTasks(ctx)])
  return c.json(
    {
      orders: numbers.orders,
      customers: numbers.customers,
      products: numbers.products,
      pending_orders: numbers.pendingOrders,
      low_stock: numbers.lowStock,
      growth_percent: numbers.growthPercent,
      revenue: numbers.revenue,
      failed_payments: waiting.failedPayments,
      failed_refunds: waiting.failedRefunds,
      reviews_waiting: waiting.reviewsWaiting,
    },
    200,
  )
})
