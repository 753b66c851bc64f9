import type { Actor } from '#core/context.ts'
import { hasPermission } from '#core/permissions/permissions.ts'

/** What not everyone who reads orders gets. docs/visible-data.md lists what each role and scope reads. */
type OrderParts = { email: boolean; phone: boolean; amounts: boolean }

export function visibleParts(actor: Actor): OrderParts {
  const seesCustomers = hasPermission(actor, 'customers.view')
  return {
    email: seesCustomers,
    // Carriers ask for it.
    phone: seesCustomers || hasPermission(actor, 'orders.ship'),
    amounts: hasPermission(actor, 'orders.prices'),
  }
}

type HidingOrder = {
  userId: string | null
  email: string
  shippingAddress: Record<string, string>
  items: { price: number; amount: number; discount: number | null }[]
  offerCode: string | null
  offerId: string | null
  offerTitle: string | null
}

/** Everyone reads all of their own orders. */
export function toVisibleOrder<Order extends HidingOrder>(actor: Actor, order: Order): Order {
  const isOwn = actor.kind === 'user' && actor.id === order.userId
  return isOwn ? order : toPartsOf(order, visibleParts(actor))
}

/** What is left out is empty, 0, or missing from the address. */
function toPartsOf<Order extends HidingOrder>(order: Order, parts: OrderParts): Order {
  const { email, mobileNumber, ...address } = order.shippingAddress
  const shippingAddress = {
    ...address,
    ...(parts.email && email !== undefined && { email }),
    ...(parts.phone && mobileNumber !== undefined && { mobileNumber }),
  }
  const visible = { ...order, email: parts.email ? order.email : '', shippingAddress }
  if (parts.amounts) return visible
  const items = order.items.map((item) => ({ ...item, price: 0, amount: 0, discount: 0 }))
  return { ...visible, items, ...NO_AMOUNTS, giftCards: [], ...NO_OFFER }
}

/** What goes with a parcel: neither the buyer's email and phone number nor the amounts. */
export function toParcel<Order extends HidingOrder>(order: Order): Order {
  return toPartsOf(order, { email: false, phone: false, amounts: false })
}

const NO_AMOUNTS = { subtotal: 0, discount: 0, shipping: 0, tax: 0, total: 0, refunded: 0, giftCardAmount: 0 }
const NO_OFFER = { offerCode: null, offerId: null, offerTitle: null }
