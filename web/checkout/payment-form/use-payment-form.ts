import type {
  StripeCheckoutElementsSdk,
  StripeCheckoutLoadActionsSuccess,
  StripeExpressCheckoutElementConfirmEvent,
} from '@stripe/stripe-js'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { paymentAppearance } from './appearance.ts'
import { loadLibrary } from './load-library.ts'

export type FormSession = { url: string; publishableKey: string; clientSecret: string }

/** `unavailable` if the library or its form can’t be loaded: the shopper then pays on the provider’s page. */
export type FormStatus = 'loading' | 'ready' | 'paying' | 'unavailable'

export function usePaymentForm({ url, publishableKey, clientSecret }: FormSession) {
  const [status, setStatus] = useState<FormStatus>('loading')
  const [problem, setProblem] = useState<string | null>(null)
  const [hasWallets, setHasWallets] = useState(false)
  const actions = useRef<StripeCheckoutLoadActionsSuccess>(undefined)
  const isPaying = useRef(false)
  const fields = useRef<HTMLDivElement>(null)
  const wallets = useRef<HTMLDivElement>(null)

  const payByWallet = useEffectEvent((event: StripeExpressCheckoutElementConfirmEvent) => void confirm(event))

  useEffect(() => {
    let isOver = false
    let elements: StripeCheckoutElementsSdk | undefined
    const giveUp = () => {
      if (!isOver) setStatus('unavailable')
      isOver = true
    }

    async function mount(): Promise<void> {
      const createStripe = await loadLibrary(url)
      if (isOver) return
      elements = createStripe(publishableKey).initCheckoutElementsSdk({
        clientSecret,
        elementsOptions: { appearance: paymentAppearance() },
      })
      const payment = elements.createPaymentElement({ layout: { type: 'accordion' } })
      const ready = new Promise<void>((resolve) => payment.on('ready', () => resolve()))
      payment.on('loaderror', giveUp)
      payment.mount(requireElement(fields))
      const loaded = await elements.loadActions()
      if (isOver) return
      if (loaded.type === 'error') return giveUp()
      actions.current = loaded.actions
      const express = elements.createExpressCheckoutElement()
      express.on('ready', (event) => setHasWallets(!!event.availablePaymentMethods))
      express.on('confirm', payByWallet)
      express.mount(requireElement(wallets))
      await ready
      if (!isOver) setStatus('ready')
    }

    mount().catch(giveUp)
    return () => {
      isOver = true
      elements?.getPaymentElement()?.destroy()
      elements?.getExpressCheckoutElement()?.destroy()
    }
  }, [url, publishableKey, clientSecret])

  // Back from the page of another method: what has been paid meanwhile, the server knows.
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && location.reload()
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [])

  /** The provider leads to the result page. The second of two clicks does nothing. */
  async function confirm(wallet?: StripeExpressCheckoutElementConfirmEvent): Promise<void> {
    if (!actions.current || isPaying.current) return
    isPaying.current = true
    setProblem(null)
    setStatus('paying')
    const result = await actions.current
      .confirm(wallet ? { expressCheckoutConfirmEvent: wallet } : {})
      .catch(() => CONNECTION_LOST)
    if (result.type === 'success') return
    isPaying.current = false
    setProblem(result.error.message)
    setStatus('ready')
  }

  return { status, problem, hasWallets, fields, wallets, pay: () => confirm() }
}

const CONNECTION_LOST = {
  type: 'error',
  error: { message: 'We couldn’t reach our payment provider. Please try again.' },
} as const

function requireElement({ current }: RefObject<HTMLDivElement | null>): HTMLDivElement {
  if (!current) throw new Error('The payment form has no place on the page')
  return current
}
