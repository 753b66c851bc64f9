import type {
  StripeCheckoutElementsSdk,
  StripeCheckoutLoadActionsSuccess,
  StripeExpressCheckoutElementConfirmEvent,
} from '@stripe/stripe-js'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { paymentAppearance } from './appearance.ts'
import { loadLibrary } from './load-library.ts'

export type FormSession = { url: string; publishableKey: string; clientSecret: string }

type Mounted = { elements: StripeCheckoutElementsSdk; actions: StripeCheckoutLoadActionsSuccess }

/** `unavailable` if the library or its form can’t be loaded: the shopper then pays on the provider’s page. */
export type FormStatus = 'loading' | 'ready' | 'paying' | 'unavailable'

export function usePaymentForm({ url, publishableKey, clientSecret }: FormSession) {
  const [status, setStatus] = useState<FormStatus>('loading')
  const [problem, setProblem] = useState<string | null>(null)
  const [hasWallets, setHasWallets] = useState(false)
  const mounted = useRef<Mounted>(undefined)
  const isPaying = useRef(false)
  const fields = useRef<HTMLDivElement>(null)
  const wallets = useRef<HTMLDivElement>(null)

  const payByWallet = useEffectEvent((event: StripeExpressCheckoutElementConfirmEvent) => void confirm(event))

  useEffect(() => {
    let isUnmounted = false
    const giveUp = () => {
      if (!isUnmounted) setStatus('unavailable')
    }

    async function mount(): Promise<void> {
      const createStripe = await loadLibrary(url)
      if (isUnmounted) return
      const elements = createStripe(publishableKey).initCheckoutElementsSdk({
        clientSecret,
        elementsOptions: { appearance: paymentAppearance() },
      })
      const payment = elements.createPaymentElement({ layout: { type: 'accordion' } })
      payment.on('ready', () => !isUnmounted && setStatus('ready'))
      payment.on('loaderror', giveUp)
      payment.mount(requireElement(fields))
      const express = elements.createExpressCheckoutElement()
      express.on('ready', (event) => !isUnmounted && setHasWallets(!!event.availablePaymentMethods))
      express.on('confirm', payByWallet)
      express.mount(requireElement(wallets))
      const loaded = await elements.loadActions()
      if (loaded.type === 'error') return giveUp()
      mounted.current = { elements, actions: loaded.actions }
    }

    mount().catch(giveUp)
    return () => {
      isUnmounted = true
      mounted.current?.elements.getPaymentElement()?.destroy()
      mounted.current?.elements.getExpressCheckoutElement()?.destroy()
    }
  }, [url, publishableKey, clientSecret])

  /** The provider leads to the result page. The second of two clicks does nothing. */
  async function confirm(wallet?: StripeExpressCheckoutElementConfirmEvent): Promise<void> {
    const { actions } = mounted.current ?? {}
    if (!actions || isPaying.current) return
    isPaying.current = true
    setProblem(null)
    setStatus('paying')
    const result = await actions
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
