import { useEffect, useState } from 'react'
import { useSubmit } from 'react-router'
import { useAuth } from '../account/auth.ts'
import { tellCartChanged } from '../cart/account-keeper.ts'
import { guestKeeper } from '../cart/guest-keeper.ts'
import { forgetOfferCode } from '../cart/use-offer-code.ts'
import { type Notice, useToast } from '../ui/toast.tsx'
import { forgetKeptForm } from './kept-form.ts'
import { endPaying } from './paying.ts'
import type { Verified } from './payment-success.tsx'

const NOTICES = {
  success: { title: 'Payment successful!', description: 'Your order has been confirmed.' },
  failed: {
    title: 'Payment failed',
    description: 'Please try again or contact support.',
    tone: 'destructive',
  },
  unknown: {
    title: 'Verification failed',
    description: 'Unable to verify payment. Please contact support.',
    tone: 'destructive',
  },
} as const satisfies Record<Verified['state'], Notice>

/** Asks once what became of the payment, says it, and empties the cart that was paid for: that one, and only once. */
export function useVerified(sessionId: string, answer: Verified | undefined): Verified | undefined {
  const submit = useSubmit()
  const announce = useToast()
  const { user } = useAuth()
  const [served] = useState(answer)
  const verified = sessionId ? answer : FAILED

  useEffect(() => {
    if (sessionId && !served) void submit({ session_id: sessionId }, { method: 'post', replace: true })
  }, [sessionId, served, submit])

  useEffect(() => {
    if (!verified) return
    announce(NOTICES[verified.state])
    if (verified.state !== 'success' || !endPaying(sessionId)) return
    forgetKeptForm()
    forgetOfferCode()
    if (user) tellCartChanged()
    else void guestKeeper.clear()
  }, [verified, sessionId, user, announce])

  return verified
}

const FAILED: Verified = { state: 'failed' }
