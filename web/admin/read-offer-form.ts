import { endOfDay } from '#core/dates.ts'
import { parseAmount } from '#core/money.ts'

/** Passes invalid numbers on as NaN: `createOffer` rejects them with a message for each field. */
export function readOfferForm(form: FormData, timeZone: string) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const cents = (name: string) => {
    const parsed = parseAmount(text(name) || '0')
    return 'cents' in parsed ? parsed.cents : Number.NaN
  }
  const count = (name: string) => (text(name) ? Number(text(name)) : null)
  return {
    code: text('word'),
    title: text('title'),
    kind: text('kind'),
    value: cents('value'),
    minimum: cents('minimum'),
    endsAt: text('endsAt') ? endOfDay(text('endsAt'), timeZone) : null,
    totalLimit: count('totalLimit'),
    customerLimit: count('customerLimit'),
  }
}
