import { z } from '@hono/zod-openapi'
import { getDashboardNumbers } from '#core/analytics/dashboard.server.ts'
import { countPendingTasks } from '#core/analytics/dashboard-activity.server.ts'
import { CURRENCIES } from '#core/money.ts'
import { defineRoute, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'

const count = z.number().int()
const DashboardResponse = z
  .object({
    orders: count,
    customers: count,
    products: count,
    pending_orders: count,
    low_stock: count,
    growth_percent: z
      .number()
      .nullable()
      .describe('Revenue of the last 30 days compared with the 30 days before'),
    revenue: z.object({ amount: count, currency: z.enum(CURRENCIES) }),
    failed_payments: count.describe('In the last 7 days'),
    failed_refunds: count.describe('Refunds that didn’t reach the customer'),
    reviews_waiting: count,
  })
  .openapi('Dashboard')

const read = defineRoute('Admin', 'get', '/admin/dashboard', {
  access: 'analytics.view',
  summary: 'Retrieve the dashboard numbers',
  responses: { 200: jsonResponse(DashboardResponse, 'The numbers') },
})

export const adminDashboard = createRouter().openapi(read, async (c) => {
  const ctx = c.get('ctx')
  const [numbers, pending] = await Promise.all([getDashboardNumbers(ctx), countPendingTasks(ctx)])
  return c.json(
    {
      orders: numbers.orders,
      customers: numbers.customers,
      products: numbers.products,
      pending_orders: numbers.pendingOrders,
      low_stock: numbers.lowStock,
      growth_percent: numbers.growthPercent,
      revenue: numbers.revenue,
      failed_payments: pending.failedPayments,
      failed_refunds: pending.failedRefunds,
      reviews_waiting: pending.reviewsWaiting,
    },
    200,
  )
})
