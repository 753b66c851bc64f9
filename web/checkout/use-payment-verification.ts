import { useEffect, useState } from 'react'
import { useSubmit } from 'react-router'
import type { Money } from '#core/money.ts'
import { CHARGED_LATER } from '#core/payments/captures/charged-later.ts'
import type { PlacedOrder } from '#core/storefront/placed-order.server.ts'
import { useAuth } from '../account/auth.ts'
import { broadcastCartChange } from '../cart/store/account-cart-store.ts'
import { guestCartStore } from '../cart/store/guest-cart-store.ts'
import { clearOfferCode } from '../cart/use-offer-code.ts'
import { type Notice, useToast } from '../ui/toast/toast.tsx'
import { clearFormDraft } from './form-draft.ts'
import { clearGiftCards } from './gift-cards/use-gift-cards.ts'
import { takePendingPayment } from './use-payment-redirect.ts'

/** Names of products are known only to the buyer. `connectionLost` when the store could not be reached. */
export type PaymentVerification =
  | PaidOrder
  | ({ state: 'processing' } & Omit<PaidOrder, 'state'>)
  | ({ state: 'failed' | 'refunded' } & UnpaidOrder)
  | ({ state: 'unknown'; connectionLost?: true } & UnpaidOrder)

/** `retryPath` is null if the order is paid by a link that its buyer has. */
type UnpaidOrder = { productNames: string[]; retryPath?: string | null; wasProcessing?: boolean }

export type PaidOrder = {
  state: 'success'
  number: string
  amount: Money
  /** It is charged when it ships. */
  isAuthorized: boolean
  /** Null for anyone but the buyer. */
  placed: PlacedOrder | null
  /** Set if this browser may open the order without an account. */
  guestEmail: string | null
}

const VERIFICATION_NOTICES = {
  success: { title: 'Payment successful!', description: 'Your order has been confirmed.' },
  authorized: { title: 'Order confirmed', description: CHARGED_LATER },
  processing: { title: 'Payment processing', description: 'We’ll email you as soon as it’s confirmed.' },
  failed: {
    title: 'Payment failed',
    description: 'Please try again or contact support.',
    tone: 'destructive',
  },
  refunded: {
    title: 'Payment failed',
    description: 'Your payment arrived too late and has been refunded.',
    tone: 'destructive',
  },
  unknown: {
    title: 'Verification failed',
    description: 'Unable to verify payment. Please contact support.',
    tone: 'destructive',
  },
} as const satisfies Record<PaymentVerification['state'] | 'authorized', Notice>

export function usePaymentVerification(
  sessionId: string,
  actionResult: PaymentVerification | undefined,
): PaymentVerification | undefined {
  const submit = useSubmit()
  const showToast = useToast()
  const { isSignedIn } = useAuth()
  const [initialResult] = useState(actionResult)
  const verification = sessionId ? actionResult : FAILED

  useEffect(() => {
    if (sessionId && !initialResult) void submit({ session_id: sessionId }, { method: 'post', replace: true })
  }, [sessionId, initialResult, submit])

  useEffect(() => {
    if (!verification) return
    const isAuthorized = verification.state === 'success' && verification.isAuthorized
    showToast(VERIFICATION_NOTICES[isAuthorized ? 'authorized' : verification.state])
    const isPlaced = verification.state === 'success' || verification.state === 'processing'
    if (!isPlaced || !takePendingPayment(sessionId)) return
    clearFormDraft()
    clearOfferCode()
    clearGiftCards()
    if (isSignedIn) broadcastCartChange()
    else void guestCartStore.clear()
  }, [verification, sessionId, isSignedIn, showToast])

  return verification
}

const FAILED: PaymentVerification = { state: 'failed', productNames: [] }
