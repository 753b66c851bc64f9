import { z } from '@hono/zod-openapi'
import { PERIODS, readAnalytics } from '#core/analytics/analytics.server.ts'
import { conversionPercent } from '#core/analytics/visits.ts'
import { REGION_CODES } from '#core/regions/regions.ts'
import { defineRoute, errorResponses, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'

const count = z.number().int()
const cents = count.describe('In US cents')

const read = defineRoute('Admin', 'get', '/admin/analytics', {
  access: 'analytics.view',
  summary: 'Retrieve sales, visits, and searches of the last days',
  request: {
    query: z.object({
      days: z.coerce
        .number()
        .pipe(z.literal([...PERIODS]))
        .default(30),
    }),
  },
  responses: {
    200: jsonResponse(
      z
        .object({
          days: count,
          orders: count,
          test_orders: count.describe('Of `orders`; they bring no revenue'),
          revenue: cents,
          average_order: cents,
          new_customers: count,
          returning_customers: count,
          products: z.array(
            z.object({ id: z.string(), name: z.string(), pieces: count, test_pieces: count, revenue: cents }),
          ),
          products_as_of: z.iso
            .datetime()
            .nullable()
            .describe('When the product figures were calculated; null if they are current'),
          products_pending: z
            .boolean()
            .describe('Whether the products are still being counted. Repeat the request in a minute.'),
          visits: count.describe('Visits from outside the store, on full days'),
          product_views: count,
          checkouts: count,
          conversion_percent: z
            .number()
            .nullable()
            .describe('Paid orders as a percentage of visits on the same days'),
          searches: z.array(z.object({ term: z.string(), times: count, found: z.boolean().nullable() })),
          searches_without_result: z.array(z.object({ term: z.string(), times: count })),
          sources: z
            .array(
              z.object({
                source: z.string().nullable().describe('Null if the visit came directly, or it is unknown'),
                medium: z.string().nullable(),
                campaign: z.string().nullable(),
                orders: count,
                test_orders: count,
                revenue: cents,
                visits: count.nullable().describe('On full days. Null if none were counted for this source.'),
                conversion_percent: z
                  .number()
                  .nullable()
                  .describe('Paid orders as a percentage of visits, of the days whose visits were counted'),
              }),
            )
            .describe('By the campaign or website that led to the visit or order'),
          sources_as_of: z.iso
            .datetime()
            .nullable()
            .describe('When the sources were counted; null if they are current'),
          sources_pending: z
            .boolean()
            .describe('Whether the sources are still being counted. Repeat the request in a minute.'),
          previous: z
            .object({
              orders: count.nullable(),
              revenue: cents.nullable(),
              average_order: cents.nullable(),
              new_customers: count.nullable(),
              returning_customers: count
                .nullable()
                .describe('Also null while they are being counted. Repeat the request in a minute.'),
              visits: count.nullable(),
              conversion_percent: z.number().nullable(),
            })
            .describe('The same number of days before. Null if the store didn’t count yet when they began.'),
          gifts: z
            .object({
              gift_cards_sold: count,
              gift_card_sales: cents.describe(
                'What they were sold for, in US cents at the rate of each card',
              ),
              gift_card_payments: cents.describe('What gift cards and store credit paid, in US cents'),
              returns: count.describe('Requested in this period, without declined ones'),
              exchanges: count.describe('Of `returns`'),
              wished: z
                .array(z.object({ id: z.string(), name: z.string(), wishes: count, waiting: count }))
                .describe('The products on most wish lists today'),
            })
            .describe('Gift cards, exchanges, and wish lists'),
          regions: z.array(
            z.object({ region: z.enum(REGION_CODES), orders: count, test_orders: count, revenue: cents }),
          ),
        })
        .openapi('Analytics'),
      'The analytics',
    ),
    ...errorResponses(400),
  },
})

export const adminAnalytics = createRouter().openapi(read, async (c) => {
  const ctx = c.get('ctx')
  const { days } = c.req.valid('query')
  const {
    averageOrder,
    newCustomers,
    returningCustomers,
    products,
    sources,
    traffic,
    previous,
    gifts,
    ...figures
  } = await readAnalytics(ctx, days)
  const { testOrders, regions, ...rest } = figures
  return c.json(
    {
      ...rest,
      test_orders: testOrders,
      regions: regions.map(withTestOrders),
      sources: sources.rows.map(({ conversionPercent, ...source }) => ({
        ...withTestOrders(source),
        conversion_percent: conversionPercent,
      })),
      sources_as_of: sources.asOf?.toISOString() ?? null,
      sources_pending: sources.isPending,
      average_order: averageOrder,
      new_customers: newCustomers,
      returning_customers: returningCustomers,
      products: products.rows.map(({ testPieces, ...product }) => ({ ...product, test_pieces: testPieces })),
      products_as_of: products.asOf?.toISOString() ?? null,
      products_pending: products.isPending,
      gifts: {
        gift_cards_sold: gifts.giftCardsSold,
        gift_card_sales: gifts.giftCardSales,
        gift_card_payments: gifts.giftCardPayments,
        returns: gifts.returns,
        exchanges: gifts.exchanges,
        wished: gifts.wished,
      },
      previous: {
        orders: previous.sales?.orders ?? null,
        revenue: previous.sales?.revenue ?? null,
        average_order: previous.sales?.averageOrder ?? null,
        new_customers: previous.sales?.newCustomers ?? null,
        returning_customers: previous.sales?.returningCustomers ?? null,
        visits: previous.traffic?.visits ?? null,
        conversion_percent: previous.traffic?.conversionPercent ?? null,
      },
      visits: traffic.visits,
      product_views: traffic.products,
      checkouts: traffic.checkouts,
      conversion_percent: conversionPercent(traffic.paid, traffic.visits),
      searches: traffic.searches,
      searches_without_result: traffic.failedSearches,
    },
    200,
  )
})

const withTestOrders = <Row extends { testOrders: number }>({ testOrders, ...row }: Row) => ({
  ...row,
  test_orders: testOrders,
})
