import { z } from 'zod'
import { OPTIONAL_METHODS } from './payment-methods.ts'

export const PAYMENT_FORMS = ['store', 'provider'] as const

/** Where shoppers can pay with a wallet at once: nowhere, from the cart on, or on product pages too. */
export const EXPRESS_PLACES = ['nowhere', 'cart', 'products'] as const
/** `shipping` authorizes payments at checkout, and captures them when the order ships. */
export const CAPTURE_TIMES = ['checkout', 'shipping'] as const

const PROCESSING_HOURS = 'Enter a whole number of hours from 1 to 72.'

const methodSwitches = Object.fromEntries(OPTIONAL_METHODS.map((method) => [method, z.boolean()])) as Record<
  (typeof OPTIONAL_METHODS)[number],
  z.ZodBoolean
>

export const PaymentSettings = z.object({
  /** Whether shoppers enter how they pay on a page of the store, or on the provider’s. */
  form: z.enum(PAYMENT_FORMS),
  express: z.enum(EXPRESS_PLACES),
  capture: z.enum(CAPTURE_TIMES),
  /** Besides cards. */
  methods: z.object(methodSwitches),
  /** Customers with an account may save how they pay, at the provider. */
  saveMethods: z.boolean(),
  /** How long an order holds its stock while the provider waits for a bank or an app. */
  processingHours: z.int(PROCESSING_HOURS).min(1, PROCESSING_HOURS).max(72, PROCESSING_HOURS),
  /** After the account’s own prefix, on card statements. Banks show 22 characters of both. */
  statementSuffix: z
    .string()
    .trim()
    .max(10, 'Use at most 10 characters.')
    .regex(/^[A-Za-z\d .-]*$/, 'Use letters without accents, digits, spaces, dots, and hyphens.')
    .refine((text) => text === '' || /[a-z]/i.test(text), 'Use at least one letter.'),
  /** What Apple asks for at the path `APPLE_PAY_FILE_PATH`. */
  applePayFile: z
    .string()
    .trim()
    .max(20_000, 'Use at most 20,000 characters.')
    .regex(/^[\x20-\x7e\r\n]*$/, 'Paste the text of the file.'),
})

export const APPLE_PAY_FILE_PATH = '/.well-known/apple-developer-merchantid-domain-association'

export type PaymentSettings = z.infer<typeof PaymentSettings>

export const DEFAULT_PAYMENTS: PaymentSettings = {
  form: 'provider',
  express: 'nowhere',
  capture: 'checkout',
  methods: { link: false, paypal: false, klarna: false, upi: false, ideal: false, bancontact: false },
  saveMethods: false,
  processingHours: 24,
  statementSuffix: '',
  applePayFile: '',
}
