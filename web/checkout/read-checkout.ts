import { z } from 'zod'
import { CartEntry } from '#core/cart/cart-item.ts'
import { CURRENCIES, type Currency } from '#core/money.ts'
import type { PaymentMethod } from '#core/orders/order-status.ts'
import { addressProblems, ShippingAddress } from '#core/orders/shipping-address.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import { fieldErrors } from '../forms/form-result.ts'

export type Checkout = {
  address: ShippingAddress
  method: PaymentMethod
  code: string
  key: string
  /** What the page displayed; undefined without scripts. */
  expected: { total: number | undefined; currency: Currency | undefined }
  /** A guest's cart; an account's is read from the database. */
  items: CartEntry[]
  /** Scripts run, so the page redirects itself. */
  scripted: boolean
}

export function readCheckout(
  form: FormData,
  region: RegionCode,
): Checkout | { fields: Record<string, string> } {
  const text = (name: string) => String(form.get(name) ?? '')
  const address = ShippingAddress.safeParse(Object.fromEntries(form))
  const regionProblems = addressProblems({ zipCode: text('zipCode') }, region)
  const fields = { ...regionProblems, ...(address.success ? {} : fieldErrors(address.error)) }
  if (!address.success || Object.keys(fields).length) return { fields }
  const total = text('expected_total')
  return {
    address: address.data,
    method: text('payment') === 'demo' ? 'demo' : 'card',
    code: text('code'),
    key: text('key'),
    expected: {
      total: /^\d{1,15}$/.test(total) ? Number(total) : undefined,
      currency: CURRENCIES.find((currency) => currency === text('expected_currency')),
    },
    items: readItems(text('items')),
    scripted: form.has('scripted'),
  }
}

const CartEntries = z.array(CartEntry)

function readItems(json: string): CartEntry[] {
  try {
    return CartEntries.parse(JSON.parse(json || '[]'))
  } catch {
    return []
  }
}
