import { bookRefund, bookSale } from '#core/accounting/post-entries.server.ts'
import { pruneCartMerges } from '#core/cart/cart.server.ts'
import { closeSessions, expirePayment, reconcilePayments } from '#core/checkout/reconcile.server.ts'
import type { PaymentContext } from '#core/checkout/till.ts'
import type { EmailTransport } from '#core/mail/mail.ts'
import { pruneIdempotencyKeys } from '#core/orders/idempotency.server.ts'
import { claimGuestOrders } from '#core/orders/join-orders.server.ts'
import { sendRefund } from '#core/orders/send-refund.server.ts'
import {
  sendOrderEmails,
  sendRefundEmail,
  sendReturnEmail,
  sendStatusEmail,
} from '#core/orders/write-letters.server.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import type { Tasks } from './jobs.ts'

const BETWEEN = 20_000

/** What is promised when something is bought, paid for, cancelled or sent back. */
export function buyingTasks(till: PaymentContext, mail: EmailTransport) {
  const { db } = till
  return {
    'address-confirmed': ({ id }) => claimGuestOrders(db, id),
    'order-placed': ({ id }) => sendOrderEmails(till, mail, id),
    'order-letter': (about) => sendStatusEmail(till, about),
    'refund-letter': ({ id }) => sendRefundEmail(till, id),
    'return-letter': ({ id }) => sendReturnEmail(till, id),
    'close-session': ({ paymentId }) => closeSessions(till, paymentId),
    'expire-payment': ({ paymentId }) => expirePayment(till, paymentId),
    'reconcile-payments': async ({ turn = 0 }) => {
      await reconcilePayments(till)
      // The clock of jobs knows minutes alone.
      const at = new Date(Date.now() + BETWEEN)
      if (turn < 2)
        await enqueueJob(db, 'reconcile-payments', { turn: turn + 1 }, { key: `reconcile:${turn}`, at })
    },
    'send-refund': ({ id }) => sendRefund(till, id),
    'book-sale': ({ orderId }) => bookSale(db, orderId),
    'book-refund': ({ id }) => bookRefund(db, id),
    'forget-old-keys': async () => {
      await pruneIdempotencyKeys(db)
      await pruneCartMerges({ db })
    },
  } satisfies Partial<Tasks>
}
