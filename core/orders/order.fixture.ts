import { emptyValues } from '../fields/fields.ts'
import type { Order } from './order.ts'
import { ORDER_FIELDS } from './order-fields.ts'

/** Two oils and a balm, with 10% off, delivered. Amounts are in US cents. */
export const SAMPLE_ORDER: Order = {
  id: 'ord_sample',
  number: 'EB123456',
  userId: null,
  email: 'grace@orchard.example',
  region: 'US',
  currency: 'usd',
  rate: 1,
  items: [
    { productId: 'oil', name: 'Night Oil', quantity: 2, price: 2000, amount: 4000, discount: 400 },
    { productId: 'balm', name: 'Lip Balm', quantity: 1, price: 1000, amount: 1000, discount: 100 },
  ],
  subtotal: 5000,
  discount: 500,
  shipping: 1000,
  tax: 360,
  taxPercent: 8,
  taxIncluded: false,
  shippingTax: 0,
  total: 5860,
  giftCardAmount: 0,
  giftCards: [],
  kind: 'products',
  offerCode: 'ROSE',
  offerId: 'off_sample',
  offerTitle: 'A rose for you',
  shippingAddress: {
    ...{ firstName: 'Grace', lastName: 'Holloway', address: '12 Orchard Lane', city: 'Portland' },
    ...{ state: 'OR', zipCode: '97201', country: 'United States' },
  },
  ...emptyValues(ORDER_FIELDS),
  paymentMethod: 'card',
  status: 'delivered',
  paymentStatus: 'paid',
  refunded: 0,
  carrier: null,
  trackingNumber: null,
  deliveredAt: new Date('2026-03-10T12:00:00Z'),
  returnDays: 30,
  createdAt: new Date('2026-03-01T12:00:00Z'),
}
