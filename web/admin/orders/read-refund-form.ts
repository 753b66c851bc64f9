import { Refusal } from '#core/errors.ts'
import { parseAmount } from '#core/money.ts'
import type { RefundRequest } from '#core/orders/refunds/refund-request.ts'
import type { RefundLine } from '#core/payments/refund.ts'
import { fieldText } from '#web/forms/form-result.ts'

/** Without an amount, the server refunds what the customer paid for the chosen items. */
export function readRefundForm(form: FormData): RefundRequest {
  const lines = readLines(form)
  const amount = readAmount(form)
  const shipping = form.has('shipping')
  if (!lines.length && !shipping && amount === undefined) {
    const message = 'Choose items to refund or enter an amount.'
    throw new Refusal('invalid_input', message, { amount: message })
  }
  const restock = lines.filter(({ productId }) => form.has(`restock-${productId}`))
  const note = fieldText(form, 'note')
  return { lines, amount, shipping, restock, note, share_note: form.has('share_note') }
}

/** Blank means the proposed amount. */
export function readAmount(form: FormData): number | undefined {
  const text = fieldText(form, 'amount').trim()
  if (!text) return undefined
  const parsed = parseAmount(text)
  const error =
    'error' in parsed ? parsed.error : parsed.cents <= 0 ? 'Enter an amount greater than zero.' : null
  if (error || 'error' in parsed) throw new Refusal('invalid_input', error ?? '', { amount: error ?? '' })
  return parsed.cents
}

function readLines(form: FormData): RefundLine[] {
  return [...form].flatMap(([name, value]) => {
    const quantity = Number(value)
    if (!name.startsWith('quantity-') || quantity === 0) return []
    const productId = name.slice('quantity-'.length)
    if (Number.isSafeInteger(quantity) && quantity > 0) return [{ productId, quantity }]
    const message = 'Enter a whole number of items.'
    throw new Refusal('invalid_input', message, { lines: message })
  })
}

export function readRestockedLines(form: FormData): RefundLine[] {
  return [...form].flatMap(([name, value]) => {
    if (!name.startsWith('restock-')) return []
    return [{ productId: name.slice('restock-'.length), quantity: Number(value) || 1 }]
  })
}
