import { z } from 'zod'
import { type CartLine, CartLines } from '#core/cart/cart-line.ts'
import { inputSchemas } from '#core/fields/field-schemas.ts'
import { type GiftCardTender, MAX_CODE_LENGTH } from '#core/gift-cards/gift-card.ts'
import { CURRENCIES, type Currency } from '#core/money.ts'
import { ORDER_FIELDS, type OrderFields } from '#core/orders/order-fields.ts'
import type { PaymentMethod } from '#core/orders/order-status.ts'
import { addressProblems, ShippingAddress } from '#core/orders/shipping-address.ts'
import type { ReportedLanding } from '#core/orders/sources/landing.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import { MAX_CHOSEN_SAMPLES } from '#core/settings/sample-settings.ts'
import { fieldErrors } from '../forms/form-result.ts'
import { readFields } from '../forms/read-fields.ts'

export type Checkout = OrderFields & {
  address: ShippingAddress
  method: PaymentMethod
  code: string
  key: string
  /** What the page displayed; undefined without scripts. */
  expected: { total: number | undefined; currency: Currency | undefined; due: number | undefined }
  /** Undefined without gift cards. */
  giftCards: GiftCardTender | undefined
  giftWrap: boolean | undefined
  /** What the page displayed as chosen. */
  samples: string[]
  wantsReminder: boolean
  /** A guest's cart, or undefined if it is unreadable. An account's is read from the database. */
  lines: CartLine[] | undefined
  /** Scripts run, so the page redirects itself. */
  scripted: boolean
  reportedLanding: ReportedLanding
}

const OrderFieldsInput = z.object(inputSchemas(ORDER_FIELDS))

export function readCheckout(
  form: FormData,
  region: RegionCode,
): Checkout | { fields: Record<string, string> } {
  const text = (name: string) => String(form.get(name) ?? '')
  const address = ShippingAddress.safeParse(Object.fromEntries(form))
  const regionProblems = addressProblems({ zipCode: text('zipCode') }, region)
  const { values, errors } = readFields(ORDER_FIELDS, form)
  const orderFields = OrderFieldsInput.safeParse(values)
  const fields = {
    ...regionProblems,
    ...(address.success ? {} : fieldErrors(address.error)),
    ...(orderFields.success ? {} : fieldErrors(orderFields.error)),
    ...errors,
  }
  if (!address.success || !orderFields.success || Object.keys(fields).length) return { fields }
  const amount = (name: string) => (/^\d{1,15}$/.test(text(name)) ? Number(text(name)) : undefined)
  const codes = form
    .getAll('gift_card_codes')
    .map((code) => String(code).trim().slice(0, MAX_CODE_LENGTH))
    .filter(Boolean)
  const useCredit = form.has('store_credit')
  const giftWrap = form.has('gift_wrap') || undefined
  const scripted = form.has('scripted')
  return {
    address: address.data,
    ...orderFields.data,
    method: text('payment') === 'demo' ? 'demo' : 'card',
    code: text('code'),
    key: text('key'),
    expected: {
      // Without scripts, the page shows the prices with and without gift wrap, and can't show what a gift card would leave.
      total: amount(giftWrap && !scripted ? 'expected_wrapped_total' : 'expected_total'),
      due: scripted ? amount('expected_due') : undefined,
      currency: CURRENCIES.find((currency) => currency === text('expected_currency')),
    },
    giftCards: codes.length || useCredit ? { codes, useCredit } : undefined,
    giftWrap,
    samples: text('samples').split(' ').filter(Boolean).slice(0, MAX_CHOSEN_SAMPLES),
    wantsReminder: form.has('reminder'),
    lines: readLines(text('items')),
    scripted,
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
