import { parseWallClock } from '#core/dates.ts'
import { splitLines } from '#core/fields/fields.ts'
import { parseAmount } from '#core/money.ts'
import { hasValue, type OfferKind } from '#core/offers/offer.ts'

/** Passes invalid numbers and times on as invalid ones: `createOffer` rejects them with a message for each field. */
export function readOfferForm(form: FormData, timeZone: string) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const cents = (name: string) => {
    const parsed = parseAmount(text(name) || '0')
    return 'cents' in parsed ? parsed.cents : Number.NaN
  }
  const count = (name: string) => (text(name) ? Number(text(name)) : null)
  const time = (name: string) =>
    text(name) ? (parseWallClock(text(name), timeZone) ?? new Date(Number.NaN)) : null
  const scope = text('scope') || 'everything'
  return {
    code: text('applies') === 'automatic' ? null : text('word'),
    title: text('title'),
    kind: text('kind'),
    value: hasValue(text('kind') as OfferKind) ? cents('value') : 0,
    minimum: cents('minimum'),
    scope,
    scopeIds: scope === 'everything' ? [] : splitLines(text('scopeIds')),
    firstOrderOnly: form.has('firstOrderOnly'),
    startsAt: time('startsAt'),
    endsAt: time('endsAt'),
    totalLimit: count('totalLimit'),
    customerLimit: count('customerLimit'),
  }
}
