import { bookGiftCards } from '#core/accounting/book-gift-cards.server.ts'
import { reconcileBalance } from '#core/accounting/payouts/read-balance.server.ts'
import { bookRefund, bookSales } from '#core/accounting/post-entries.server.ts'
import { enqueueRecallEmails } from '#core/batches/recall/send-recall-emails.server.ts'
import { pruneCartMerges } from '#core/cart/merge-cart.server.ts'
import { releaseAuthorization, sendCapture } from '#core/checkout/captures/send-capture.server.ts'
import { watchAuthorizations } from '#core/checkout/captures/watch-authorizations.server.ts'
import { refreshDisputes } from '#core/checkout/handle-dispute-event.server.ts'
import { syncOrderEvents } from '#core/checkout/handle-provider-event.server.ts'
import type { PaymentContext } from '#core/checkout/payment-context.ts'
import { closeSessions, expirePayment, reconcilePayments } from '#core/checkout/reconcile-payments.server.ts'
import type { EmailTransport } from '#core/email/email-transport.ts'
import { enqueueDueGiftCards, sendGiftCard } from '#core/gift-cards/send-gift-card.server.ts'
import { claimGuestOrders } from '#core/orders/claim-guest-orders.server.ts'
import { remindOfDisputes } from '#core/orders/disputes/remind-of-disputes.server.ts'
import { sendResponse } from '#core/orders/disputes/send-response.server.ts'
import { sendAuthorizationEmail } from '#core/orders/emails/send-authorization-email.server.ts'
import {
  sendOrderEmails,
  sendRefundEmail,
  sendReturnEmail,
  sendStatusEmail,
} from '#core/orders/emails/send-order-emails.server.ts'
import { sendPreorderEmails } from '#core/orders/emails/send-preorder-emails.server.ts'
import { pruneIdempotencyKeys } from '#core/orders/idempotency.server.ts'
import { sendRefund } from '#core/orders/refunds/send-refund.server.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import { deletePaymentCustomer } from '#core/payments/saved-methods/saved-methods.server.ts'
import type { JobHandlers } from './job-handlers.ts'

const RECONCILE_INTERVAL = 20_000

export function orderJobHandlers(services: Omit<PaymentContext, 'now'>, emailTransport: EmailTransport) {
  const { db } = services
  const startJob = (): PaymentContext => ({ ...services, now: new Date() })
  const bookAndSync = async (orderIds: string[]) => {
    await bookSales(startJob(), orderIds)
    await syncOrderEvents(startJob(), orderIds)
  }
  return {
    'email-confirmed': ({ id }) => claimGuestOrders(db, id),
    'order-placed': ({ id }) => sendOrderEmails(startJob(), emailTransport, id),
    'order-email': (payload) => sendStatusEmail(startJob(), payload),
    'preorder-moved': ({ productId }) => sendPreorderEmails(startJob(), productId),
    'refund-email': ({ id }) => sendRefundEmail(startJob(), id),
    'return-email': (payload) => sendReturnEmail(startJob(), payload),
    'send-recall-emails': ({ id }) => enqueueRecallEmails(services, id),
    'capture-payment': ({ id }) => sendCapture(startJob(), id),
    'release-authorization': ({ intentId }) => releaseAuthorization(startJob(), intentId),
    'watch-authorizations': () => watchAuthorizations(startJob()),
    'authorization-email': (payload) => sendAuthorizationEmail(startJob(), payload),
    'close-session': ({ paymentId }) => closeSessions(startJob(), paymentId),
    'expire-payment': ({ paymentId }) => expirePayment(startJob(), paymentId),
    'reconcile-payments': async ({ turn = 0 }) => {
      await reconcilePayments(startJob())
      // Cron runs once a minute; two more runs are scheduled in between.
      const at = new Date(Date.now() + RECONCILE_INTERVAL)
      if (turn < 2)
        await enqueueJob(db, 'reconcile-payments', { turn: turn + 1 }, { key: `reconcile:${turn}`, at })
    },
    'delete-payment-customer': ({ customerId }) => deletePaymentCustomer(services, customerId),
    'send-refund': ({ id }) => sendRefund(startJob(), id),
    'send-dispute-response': ({ id }) => sendResponse(startJob(), id),
    'check-disputes': async () => {
      await refreshDisputes(startJob())
      await remindOfDisputes(startJob())
    },
    'book-sale': ({ orderId }) => bookAndSync([orderId]),
    'book-sales': async (sales) => {
      const orderIds = sales.map(({ orderId }) => orderId)
      await bookAndSync(orderIds).catch(async (error) => {
        // One that fails must not hold up the others.
        services.log.warn('booking sales together failed, so each gets a job', { error })
        for (const orderId of orderIds)
          await enqueueJob(db, 'book-sale', { orderId }, { key: `book-sale:${orderId}` })
      })
    },
    'book-refund': ({ id }) => bookRefund(startJob(), id),
    'send-gift-card': ({ id }) => sendGiftCard(startJob(), id),
    'send-due-gift-cards': () => enqueueDueGiftCards(startJob()),
    'reconcile-balance': () => reconcileBalance(startJob()),
    'book-gift-cards': () => bookGiftCards(startJob()),
    'delete-old-keys': async () => {
      await pruneIdempotencyKeys(db)
      await pruneCartMerges({ db })
    },
  } satisfies Partial<JobHandlers>
}
