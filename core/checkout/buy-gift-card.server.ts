import { z } from 'zod'
import { Email } from '../accounts/account.ts'
import type { Context } from '../context.ts'
import { calendarDay, formatDate, parseWallClock } from '../dates.ts'
import { invalidInput, parseForm } from '../errors.ts'
import type { Currency } from '../money.ts'
import { ShippingAddress } from '../orders/shipping-address.ts'
import type { OrderSource } from '../orders/sources/order-source.ts'
import { REGION_CODES } from '../regions/regions.ts'
import { readStoreSettings } from '../settings/store-settings.server.ts'
import { type CardCheckout, type CardCheckoutOptions, startCardCheckout } from './card-checkout.server.ts'

const name = z
  .string()
  .trim()
  .max(100, 'Use at most 100 characters.')
  .refine((value) => !/[\p{Cc}\u2028\u2029]/u.test(value), 'Use one line.')
const { email } = ShippingAddress.shape

export const GiftCardOrder = z.object({
  amount: z.int('Choose an amount, or enter one.').positive('Choose an amount, or enter one.'),
  recipientName: name.optional(),
  recipientEmail: Email.optional(),
  senderName: name.min(1, 'Enter your name.'),
  message: z
    .string()
    // Browsers send line breaks as two characters, but count one.
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .pipe(
      z
        .string()
        .max(500, 'Use at most 500 characters.')
        .regex(/^[^\0]*$/, 'Use text only.'),
    )
    .optional(),
  sendOn: z.string().optional(),
  email,
  region: z.enum(REGION_CODES),
})

type GiftCardOptions = CardCheckoutOptions & {
  /** In which the page showed its amounts. */
  currency?: Currency | undefined
  source?: OrderSource | null
}

/** Orders a gift card, and opens the page to pay it. The same key returns the same payment page. */
export async function buyGiftCard(
  ctx: Context,
  input: unknown,
  key: string | undefined,
  { currency, source = null, ...options }: GiftCardOptions = {},
): Promise<CardCheckout> {
  const order = parseForm(GiftCardOrder, input)
  const { amount, senderName, region } = order
  const { timeZone } = await readStoreSettings(ctx.db, ctx.log)
  const recipientEmail = order.recipientEmail ?? null
  const giftCard = {
    amount,
    recipientName: order.recipientName || null,
    recipientEmail,
    senderName,
    message: order.message || null,
    sendAt: recipientEmail && order.sendOn ? readSendDay(order.sendOn, timeZone, ctx.now) : null,
  }
  const purchase = {
    lines: [],
    address: { email: order.email, firstName: senderName },
    region,
    code: '',
    expected: { total: amount, currency },
    source,
    giftCard,
  }
  return startCardCheckout(ctx, purchase, key, options)
}

const SENT_AT = '09:00'

/** The morning of the day, in the store's time zone; null for today, which means at once. */
function readSendDay(day: string, timeZone: string, now: Date): Date | null {
  const today = calendarDay(now, timeZone)
  const last = lastSendDay(today)
  const at = parseWallClock(`${day}T${SENT_AT}`, timeZone)
  if (!at || calendarDay(at, timeZone) !== day) throw invalidInput('sendOn', 'Choose a day.')
  if (day < today || day > last) {
    const until = formatDate(new Date(`${last}T00:00:00Z`), 'UTC')
    throw invalidInput('sendOn', `Choose a day from today to ${until}.`)
  }
  return day === today ? null : at
}

/** A year later. */
export function lastSendDay(today: string): string {
  const day = new Date(`${today}T00:00:00Z`)
  day.setUTCFullYear(day.getUTCFullYear() + 1)
  return day.toISOString().slice(0, 10)
}
