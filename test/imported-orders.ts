import type { Context } from '#core/context.ts'
import { ImportedOrder } from '#core/orders/imported/imported-order.ts'
import {
  findImportedOrderNumbers,
  insertImportedOrders,
} from '#core/orders/imported/insert-imported-orders.server.ts'

let buildCount = 0

/** By default a paid and fulfilled order of two items for $96 and $8 of shipping. */
export function draftImportedOrder(overrides: Partial<ImportedOrder> = {}): ImportedOrder {
  return ImportedOrder.parse({
    number: `#${1000 + ++buildCount}`,
    email: 'grace@orchard.example',
    customerName: 'Grace Hopper',
    placedAt: new Date('2024-03-05T10:00:00Z'),
    currency: 'usd',
    subtotal: 9600,
    discount: 0,
    shipping: 800,
    tax: 0,
    total: 10_400,
    refunded: 0,
    taxIncluded: false,
    paymentStatus: 'paid',
    fulfillmentStatus: 'fulfilled',
    shippingAddress: {
      ...{
        name: 'Grace Hopper',
        address1: '1 Orchard Row',
        city: 'Lyon',
        postalCode: '69001',
        country: 'France',
      },
      phone: '+33 4 00 00 00 00',
    },
    note: 'Ring twice',
    items: [{ name: 'Rose balm', sku: 'RB-1', quantity: 2, price: 4800 }],
    ...overrides,
  })
}

/** Returns the order's ID with what was imported. */
export async function buildImportedOrder(
  { db, now }: Pick<Context, 'db' | 'now'>,
  overrides: Partial<ImportedOrder> = {},
) {
  const order = draftImportedOrder(overrides)
  await insertImportedOrders(db, [order], now)
  const [existing] = await findImportedOrderNumbers(db, [order.number])
  if (!existing) throw new Error('The order was not imported')
  return { ...order, id: existing.id }
}
