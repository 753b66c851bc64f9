import type { Headings } from '../reading/data-columns.ts'

/** Of Shopify's export, and of exports of WooCommerce by plugins. */
export const ORDER_HEADINGS = {
  number: ['name', 'order number', 'order name', 'order #', 'order', 'order id', 'number'],
  email: ['email', 'customer email', 'email (billing)', 'billing email'],
  paymentStatus: ['financial status', 'payment status', 'order status', 'status'],
  fulfillmentStatus: ['fulfillment status'],
  cancelledAt: ['cancelled at'],
  placedAt: ['created at', 'order date', 'placed at', 'date'],
  currency: ['currency', 'order currency'],
  subtotal: ['subtotal', 'order subtotal amount', 'order subtotal', 'cart subtotal'],
  discount: ['discount amount', 'cart discount amount', 'discount total', 'discount'],
  shipping: ['shipping', 'order shipping amount', 'shipping amount', 'shipping total'],
  tax: ['taxes', 'order total tax amount', 'total tax', 'order tax', 'tax'],
  total: ['total', 'order total amount', 'order total'],
  refunded: ['refunded amount', 'order refund amount', 'refunded'],
  itemName: ['lineitem name', 'item name', 'product name', 'product'],
  itemQuantity: ['lineitem quantity', 'quantity', 'quantity (- refund)'],
  itemPrice: ['lineitem price', 'item cost', 'item price', 'price'],
  itemSku: ['lineitem sku', 'sku', 'product sku'],
  name: ['shipping name', 'customer name', 'billing name'],
  firstName: ['first name (shipping)', 'shipping first name', 'first name (billing)', 'billing first name'],
  lastName: ['last name (shipping)', 'shipping last name', 'last name (billing)', 'billing last name'],
  address1: ['shipping address1', 'shipping address 1', 'address 1&2 (shipping)', 'shipping street'],
  address2: ['shipping address2', 'shipping address 2'],
  city: ['shipping city', 'city (shipping)'],
  state: ['shipping province', 'shipping state', 'state code (shipping)', 'state (shipping)'],
  postalCode: ['shipping zip', 'shipping postcode', 'postcode (shipping)'],
  country: ['shipping country', 'country code (shipping)', 'country (shipping)'],
  phone: ['shipping phone', 'phone (shipping)', 'phone', 'phone (billing)'],
  note: ['notes', 'note', 'customer note'],
} satisfies Headings<string>

export type OrderField = keyof typeof ORDER_HEADINGS
