import { z } from 'zod'

export const IMPORTED_PAYMENT_STATUSES = [
  'pending',
  'paid',
  'partially_refunded',
  'refunded',
  'cancelled',
] as const
export type ImportedPaymentStatus = (typeof IMPORTED_PAYMENT_STATUSES)[number]

export const IMPORTED_FULFILLMENT_STATUSES = ['unfulfilled', 'partial', 'fulfilled'] as const
export type ImportedFulfillmentStatus = (typeof IMPORTED_FULFILLMENT_STATUSES)[number]

const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'Enter a text.')
    .max(max, `Use at most ${max.toLocaleString('en-US')} characters.`)
    // PostgreSQL can't store them.
    .refine((typed) => !typed.includes('\0') && typed.isWellFormed(), 'Remove the invisible character.')

/** In minor units of the order's currency: yen have no decimals. */
const amount = z.int('Enter an amount.').min(0, 'An amount can’t be negative.')

/** As the former store wrote it, in any country. */
export const ImportedAddress = z
  .strictObject({
    name: text(200),
    address1: text(200),
    address2: text(200),
    city: text(200),
    state: text(200),
    postalCode: text(50),
    country: text(200),
    phone: text(50),
  })
  .partial()
export type ImportedAddress = z.infer<typeof ImportedAddress>

export const ImportedItem = z.strictObject({
  name: text(500),
  sku: text(100).nullable(),
  quantity: z.int('Enter a whole number.').min(1, 'Enter at least 1.').max(1_000_000),
  /** Of one piece. */
  price: amount,
})
export type ImportedItem = z.infer<typeof ImportedItem>

/** An order of the brand's former store. It is history: it moves no stock and counts as no revenue. */
export const ImportedOrder = z.strictObject({
  /** As in the former store, such as `#1001`. */
  number: text(50).regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Remove the line breaks.'),
  email: text(254).toLowerCase().includes('@', 'Enter an email address, such as ada@example.com.').nullable(),
  customerName: text(200).nullable(),
  placedAt: z.date('Enter a date.').min(new Date('1990-01-01'), 'Enter a date after 1990.'),
  currency: z
    .string()
    .toLowerCase()
    .regex(/^[a-z]{3}$/, 'Enter a currency as three letters, such as USD.'),
  subtotal: amount,
  discount: amount,
  shipping: amount,
  tax: amount,
  total: amount,
  refunded: amount,
  taxIncluded: z.boolean(),
  paymentStatus: z.enum(IMPORTED_PAYMENT_STATUSES),
  fulfillmentStatus: z.enum(IMPORTED_FULFILLMENT_STATUSES),
  shippingAddress: ImportedAddress.nullable(),
  note: text(5000).nullable(),
  items: z
    .array(ImportedItem)
    .min(1, 'An order needs at least one item.')
    .max(500, 'An order has at most 500 items.'),
})
export type ImportedOrder = z.infer<typeof ImportedOrder>

/** An amount in any currency. Orders placed here have one of the store's: `Price`. */
export const ImportedPrice = z.object({ amount: z.int(), currency: z.string(), display: z.string() })
export type ImportedPrice = z.infer<typeof ImportedPrice>

/** How many decimals a currency has: 2 for dollars, 0 for yen. Unknown currencies have 2. */
export function currencyDigits(currency: string): number {
  return currencyFormat(currency).resolvedOptions().maximumFractionDigits ?? 2
}

export function toImportedPrice(amount: number, currency: string): ImportedPrice {
  const display = currencyFormat(currency).format(amount / 10 ** currencyDigits(currency))
  return { amount, currency, display }
}

function currencyFormat(currency: string): Intl.NumberFormat {
  const format = formats.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency })
  formats.set(currency, format)
  return format
}

// Creating a format is slow, and lists show many amounts.
const formats = new Map<string, Intl.NumberFormat>()
