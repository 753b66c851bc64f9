import { type CartLine, CartLines } from '#core/cart/cart-line.ts'
import { CURRENCIES, type Currency } from '#core/money.ts'
import { GiftMessage } from '#core/orders/gift-message.ts'
import type { PaymentMethod } from '#core/orders/order-status.ts'
import { addressProblems, ShippingAddress } from '#core/orders/shipping-address.ts'
import type { ReportedLanding } from '#core/orders/sources/landing.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import { fieldErrors } from '../forms/form-result.ts'

export type Checkout = {
  address: ShippingAddress
  giftMessage: string | null
  method: PaymentMethod
  code: string
  key: string
  /** What the page displayed; undefined without scripts. */
  expected: { total: number | undefined; currency: Currency | undefined }
  /** A guest's cart, or undefined if it is unreadable. An account's is read from the database. */
  lines: CartLine[] | undefined
  /** Scripts run, so the page redirects itself. */
  scripted: boolean
  reportedLanding: ReportedLanding
}

export function readCheckout(
  form: FormData,
  region: RegionCode,
): Checkout | { fields: Record<string, string> } {
  const text = (name: string) => String(form.get(name) ?? '')
  const address = ShippingAddress.safeParse(Object.fromEntries(form))
  const regionProblems = addressProblems({ zipCode: text('zipCode') }, region)
  const giftMessage = GiftMessage.safeParse(text('giftMessage'))
  const fields = {
    ...regionProblems,
    ...(address.success ? {} : fieldErrors(address.error)),
    ...(giftMessage.success ? {} : { giftMessage: giftMessage.error.issues[0]?.message ?? '' }),
  }
  if (!address.success || !giftMessage.success || Object.keys(fields).length) return { fields }
  const total = text('expected_total')
  return {
    address: address.data,
    giftMessage: giftMessage.data,
    method: text('payment') === 'demo' ? 'demo' : 'card',
    code: text('code'),
    key: text('key'),
    expected: {
      total: /^\d{1,15}$/.test(total) ? Number(total) : undefined,
      currency: CURRENCIES.find((currency) => currency === text('expected_currency')),
    },
    lines: readLines(text('items')),
    scripted: form.has('scripted'),
    reportedLanding: { landing: text('landing'), referrer: text('referrer') },
  }
}

function readLines(json: string): CartLine[] | undefined {
  try {
    return CartLines.parse(JSON.parse(json || '[]'))
  } catch {
    return undefined
  }
}
