import { collectionEvents } from './collections.ts'
import { openAccountEvents } from './customers/account-events.ts'
import { avoidListEvents } from './customers/avoid-list.ts'
import { checkoutReminderEvent } from './customers/checkout-reminders.ts'
import { buildCustomers } from './customers/customers.ts'
import { wishlistEvents } from './customers/wishlists.ts'
import { draftOrderEvent } from './draft-order.ts'
import { giftCardEvents } from './gift-cards.ts'
import { journalEvents } from './journal/journal-events.ts'
import { manualEntryEvents } from './manual-entries.ts'
import { offerEvents } from './offers.ts'
import { demoOrders } from './orders/demo-orders.ts'
import { importedOrderEvents } from './orders/imported-orders.ts'
import { orderEvents } from './orders/order-events.ts'
import { payoutEvents } from './orders/payout-events.ts'
import { planOrders } from './orders/plan-orders.ts'
import { refundEvents } from './orders/refund-events.ts'
import { returnEvents } from './orders/return-events.ts'
import { visitEvents } from './page-visits.ts'
import { preorderEvent } from './products/preorder-event.ts'
import { productEvents } from './products/product-events.ts'
import { reviewEvents } from './products/review-events.ts'
import { sampleEvents } from './samples.ts'
import type { DemoOptions, SeedEvent } from './seed-store.ts'
import { storeDetailsEvent } from './store-details.ts'

/** What happened in the demo store, in any order. The same options always produce the same events. */
export function demoEvents({ adminEmail, hashes, now }: DemoOptions): SeedEvent[] {
  const plan = planOrders()
  const customers = buildCustomers(plan, now)
  const orders = demoOrders(plan, customers, now)
  return [
    ...openAccountEvents(customers, { adminEmail, hashes, now }),
    ...avoidListEvents(customers, now),
    ...wishlistEvents(customers, now),
    checkoutReminderEvent(now),
    storeDetailsEvent(now),
    ...offerEvents(now),
    ...collectionEvents(now),
    ...productEvents(orders, now),
    preorderEvent(now),
    ...importedOrderEvents(customers, now),
    ...orders.flatMap(orderEvents),
    ...refundEvents(orders, now),
    ...returnEvents(orders, now),
    ...payoutEvents(now),
    ...reviewEvents(customers, now),
    ...sampleEvents(now),
    ...giftCardEvents(now),
    draftOrderEvent(now),
    ...manualEntryEvents(now),
    ...journalEvents(now),
    ...visitEvents(now),
  ]
}
