import { ImportedOrder } from '#core/orders/imported/imported-order.ts'
import { insertImportedOrders } from '#core/orders/imported/insert-imported-orders.server.ts'
import { DAY_MS } from '#core/time-units.ts'
import { type DemoCustomer, GRACE_EMAIL } from '../customers/customers.ts'
import type { SeedEvent } from '../seed-store.ts'

const SERUM = { name: 'Rose Hip Night Serum', sku: 'RHS-30', price: 6200 }
const BALM = { name: 'Orchard Cleansing Balm', sku: 'OCB-90', price: 3400 }
const CANDLE = { name: 'Fig Tree Candle', sku: null, price: 4200 }

/** In US cents; `days` counts back from today, to before the store's first order. */
const FORMER_ORDERS = [
  { number: '#1014', days: 611.3, items: [{ ...SERUM, quantity: 1 }], shipping: 600, refunded: 0 },
  {
    number: '#1052',
    days: 498.6,
    items: [
      { ...BALM, quantity: 2 },
      { ...CANDLE, quantity: 1 },
    ],
    shipping: 0,
    refunded: 4200,
  },
  { number: '#1107', days: 402.2, items: [{ ...SERUM, quantity: 2 }], shipping: 0, refunded: 0 },
]

/** Grace bought in the brand’s former store, too. */
export function importedOrderEvents(customers: DemoCustomer[], now: number): SeedEvent[] {
  const at = now - 20.5 * DAY_MS
  const orders = customers
    .filter(({ email }) => email === GRACE_EMAIL)
    .flatMap((grace) => FORMER_ORDERS.map((order) => formerOrder(grace, order, now)))
  return [
    {
      at,
      async run({ db }) {
        await insertImportedOrders(db, orders, new Date(at))
      },
    },
  ]
}

function formerOrder(
  { first, last, email, address, mobile }: DemoCustomer,
  { number, days, items, shipping, refunded }: (typeof FORMER_ORDERS)[number],
  now: number,
): ImportedOrder {
  const subtotal = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  return ImportedOrder.parse({
    number,
    email,
    customerName: `${first} ${last}`,
    placedAt: new Date(now - days * DAY_MS),
    currency: 'usd',
    subtotal,
    discount: 0,
    shipping,
    tax: 0,
    total: subtotal + shipping,
    refunded,
    taxIncluded: false,
    paymentStatus: refunded ? 'partially_refunded' : 'paid',
    fulfillmentStatus: 'fulfilled',
    shippingAddress: {
      name: `${first} ${last}`,
      address1: address.address,
      city: address.city,
      state: address.state,
      postalCode: address.zipCode,
      country: 'United States',
      phone: mobile,
    },
    note: refunded ? 'The candle arrived broken' : null,
    items,
  })
}
