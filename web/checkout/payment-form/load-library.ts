import type { StripeConstructor } from '@stripe/stripe-js'

declare global {
  interface Window {
    Stripe?: StripeConstructor
  }
}

const PATIENCE_MS = 15_000

/** The provider allows no copy of its library, so the page loads it from there. */
export function loadLibrary(url: string): Promise<StripeConstructor> {
  return new Promise((resolve, reject) => {
    if (window.Stripe) return resolve(window.Stripe)
    const script = document.createElement('script')
    const fail = () => reject(new Error(`${url} did not load`))
    const timer = setTimeout(fail, PATIENCE_MS)
    script.src = url
    script.async = true
    script.onerror = fail
    script.onload = () => {
      clearTimeout(timer)
      if (window.Stripe) resolve(window.Stripe)
      else fail()
    }
    document.head.append(script)
  })
}
