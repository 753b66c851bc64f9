import { z } from 'zod'
import { OPTIONAL_METHODS } from './payment-methods.ts'

export const PAYMENT_FORMS = ['store', 'provider'] as const

const PROCESSING_HOURS = 'Enter a whole number of hours from 1 to 72.'

const methodSwitches = Object.fromEntries(OPTIONAL_METHODS.map((method) => [method, z.boolean()])) as Record<
  (typeof OPTIONAL_METHODS)[number],
  z.ZodBoolean
>

export const PaymentSettings = z.object({
  /** Whether shoppers enter how they pay on a page of the store, or on the provider’s. */
  form: z.enum(PAYMENT_FORMS),
  /** Besides cards. */
  methods: z.object(methodSwitches),
  /** How long an order holds its stock while the provider waits for a bank or an app. */
  processingHours: z.int(PROCESSING_HOURS).min(1, PROCESSING_HOURS).max(72, PROCESSING_HOURS),
})
export type PaymentSettings = z.infer<typeof PaymentSettings>

export const DEFAULT_PAYMENTS: PaymentSettings = {
  form: 'provider',
  methods: { link: false, paypal: false, klarna: false, upi: false, ideal: false, bancontact: false },
  processingHours: 24,
}
