import type { PaymentProvider } from '#core/payments/payment.ts'
import { sandboxLibrary, stripeLibrary } from '#core/payments/payment-library.ts'
import { stripePayments } from '#core/payments/stripe.server.ts'
import { SANDBOX_KEY } from '#sandbox/sandbox.ts'
import type { Config } from './config.ts'

export function createPayments(config: Config): PaymentProvider | null {
  const { STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: base } = config
  // In a demo, a custom API base without a key is a sandbox.
  const key = config.STRIPE_SECRET_KEY ?? (base && config.STORE_DEMO !== 'off' ? SANDBOX_KEY : undefined)
  return key ? stripePayments({ key, webhookSecret, base, library: findLibrary(config) }) : null
}

/** Behind another base than the sandbox’s, there is no server for it. */
function findLibrary({ STRIPE_PUBLISHABLE_KEY, STRIPE_SECRET_KEY, STRIPE_API_BASE, STORE_DEMO }: Config) {
  if (STRIPE_PUBLISHABLE_KEY && !STRIPE_API_BASE) return stripeLibrary(STRIPE_PUBLISHABLE_KEY)
  const isSandbox = STORE_DEMO !== 'off' && (!STRIPE_SECRET_KEY || STRIPE_SECRET_KEY === SANDBOX_KEY)
  return isSandbox ? sandboxLibrary : null
}
