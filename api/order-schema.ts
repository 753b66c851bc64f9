import { z } from '@hono/zod-openapi'
import { CURRENCIES, toDecimal, toPrice } from '#core/money.ts'
import type { Order } from '#core/orders/order.ts'
import { ORDER_FIELDS } from '#core/orders/order-fields.ts'
import { AUTHORIZATION_STATES, ORDER_STATUSES, PAYMENT_STATUSES } from '#core/orders/order-status.ts'
import { REGION_CODES } from '#core/regions/regions.ts'
import { PriceResponse } from './catalog/products.ts'
import { apiValuesParser, requestSchemas, responseSchemas, toApiValues } from './codec/fields.ts'
import { toApiRow } from './codec/rows.ts'
import { pageQuery, pageResponse } from './pagination.ts'

const minorUnits = z.number().int().describe('In minor units of the order’s currency')

export const OrderResponse = z
  .object({
    id: z.string(),
    number: z.string(),
    user_id: z.string().nullable(),
    status: z.enum(ORDER_STATUSES),
    payment_status: z.enum(PAYMENT_STATUSES),
    payment_processing: z
      .boolean()
      .describe('The shopper has confirmed the payment, and the provider waits for an app or a bank'),
    payment_authorized: z
      .boolean()
      .describe(
        'The payment is authorized, and captured when the order ships. Fulfill it like a paid order; `payment_status` is `pending` until then',
      ),
    payment_authorization: z
      .object({ state: z.enum(AUTHORIZATION_STATES), expires_at: z.iso.datetime() })
      .nullable()
      .describe(
        'Of a payment that isn’t captured. `expired`: it wasn’t captured in time; `failed`: it couldn’t be captured',
      ),
    payment_method: z.enum(['card', 'demo']),
    is_gift_card: z.boolean().describe('Whether it sells a gift card. It then contains nothing else'),
    region: z.enum(REGION_CODES),
    currency: z.enum(CURRENCIES),
    total_amount: z.number().describe('In the order’s currency'),
    total: PriceResponse,
    subtotal: minorUnits,
    discount: minorUnits,
    shipping: minorUnits,
    tax: minorUnits,
    shipping_tax: minorUnits.describe('The part of `tax` that is on shipping'),
    tax_percent: z.number().describe('The rate when the order was placed'),
    tax_included: z
      .boolean()
      .describe('Whether the prices include the tax, so that it isn’t added to the total'),
    refunded: minorUnits,
    gift_cards: z
      .array(z.object({ last4: z.string().nullable().describe('Null for store credit'), amount: minorUnits }))
      .describe('What gift cards and store credit paid'),
    due: minorUnits.describe('What was paid by card, or is left to pay'),
    offer_code: z.string().nullable(),
    offer_title: z.string().nullable().describe('What the order’s offer was called'),
    shipping_address: z.record(z.string(), z.string()),
    ...responseSchemas(ORDER_FIELDS),
    items: z.array(
      z.object({
        product_id: z.string(),
        name: z.string(),
        quantity: z.number().int(),
        price: z.number().describe('In the order’s currency'),
        amount: minorUnits,
        discount: minorUnits.nullable().describe('Its part of the order’s discount; null in older orders'),
        preorder_date: z.iso
          .date()
          .nullable()
          .describe('The day from which it ships, while a pre-order’s stock isn’t in'),
        sample: z.boolean().describe('Whether it is a free sample. It then has no price'),
      }),
    ),
    carrier: z.string().nullable(),
    tracking_number: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .openapi('Order')

export const IdempotencyHeader = z.object({
  'idempotency-key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('Required. Repeating a request with the same key returns the first response.'),
})

/** The fields of an order that are optional in a request. */
export const orderFieldsInput = z.object(requestSchemas(ORDER_FIELDS)).partial().shape
export const parseOrderFields = apiValuesParser(ORDER_FIELDS)

export const byId = { params: z.object({ id: z.string().max(64) }) }
export const PageQuery = pageQuery.extend({ cursor: z.string().max(400).optional() })
export const OrderListResponse = pageResponse(OrderResponse)

export const VisibleOrderListResponse = pageResponse(
  OrderResponse.extend({
    customer: z
      .object({ name: z.string(), email: z.string() })
      .optional()
      .describe('Only for administrators'),
    admin_url: z.string().optional().describe('The order in the back office, only for administrators'),
  }),
)

type OrderList = { orders: Order[]; nextCursor: string | null }

export function toAdminOrderListResponse({ orders, nextCursor }: OrderList, origin: string) {
  const data = orders.map((order) => {
    const { firstName = '', lastName = '' } = order.shippingAddress
    return {
      ...toOrderResponse(order),
      customer: { name: `${firstName} ${lastName}`.trim(), email: order.email },
      admin_url: `${origin}/admin/orders/${order.number}`,
    }
  })
  return { data, next_cursor: nextCursor }
}

export function toOrderListResponse({ orders, nextCursor }: OrderList) {
  return { data: orders.map(toOrderResponse), next_cursor: nextCursor }
}

export function toOrderResponse(order: Order): z.infer<typeof OrderResponse> {
  const { currency, total } = order
  return {
    id: order.id,
    number: order.number,
    user_id: order.userId,
    status: order.status,
    payment_status: order.paymentStatus,
    payment_processing: order.paymentProcessing,
    payment_authorized: order.authorization === 'authorized',
    payment_authorization:
      order.authorization && order.authorizedUntil
        ? { state: order.authorization, expires_at: order.authorizedUntil.toISOString() }
        : null,
    payment_method: order.paymentMethod,
    is_gift_card: order.kind === 'gift_card',
    region: order.region,
    currency,
    total_amount: toDecimal(total),
    total: toPrice({ amount: total, currency }),
    subtotal: order.subtotal,
    discount: order.discount,
    shipping: order.shipping,
    tax: order.tax,
    tax_percent: order.taxPercent,
    shipping_tax: order.shippingTax,
    tax_included: order.taxIncluded,
    refunded: order.refunded,
    gift_cards: order.giftCards,
    due: total - order.giftCardAmount,
    offer_code: order.offerCode,
    offer_title: order.offerTitle,
    shipping_address: sortAddressFields(order.shippingAddress),
    ...toApiValues(ORDER_FIELDS, order),
    items: order.items.map(({ price, preorderDate = null, ...item }) => {
      const { productId, name, quantity, amount, discount, sample } = item
      const row = {
        productId,
        name,
        quantity,
        price: toDecimal(price),
        amount,
        discount,
        preorderDate,
        sample,
      }
      return toApiRow(row)
    }),
    carrier: order.carrier,
    tracking_number: order.trackingNumber,
    created_at: order.createdAt.toISOString(),
  }
}

const ADDRESS_FIELDS = [
  'firstName',
  'lastName',
  'address',
  'city',
  'state',
  'zipCode',
  'country',
  'email',
  'mobileNumber',
]

/** The database returns JSON fields in its own order. A repeated request must return an identical body. */
function sortAddressFields(address: Record<string, string>): Record<string, string> {
  const orderedFields = ADDRESS_FIELDS.flatMap((field) => (field in address ? [[field, address[field]]] : []))
  return { ...Object.fromEntries(orderedFields), ...address }
}
