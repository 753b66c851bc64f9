import type { ComputedValues } from '#core/content/fill-values.ts'
import { toDecimal } from '#core/money.ts'
import { formatPrice } from '#core/regions/regions.ts'
import type { RequestContext } from '#web/request-context.ts'
import { regionList, taxSentence } from '../region/region-terms.ts'

/** What content says about the store’s terms, in the shopper’s region. */
export function computeValues({ ctx, store }: RequestContext): ComputedValues {
  const { region, terms } = ctx
  const { returnDays } = terms
  return {
    'store-name': store.name,
    'support-email': store.support.email,
    'support-phone': store.support.phone,
    'return-days': String(returnDays),
    'return-days-in-words': DAYS_IN_WORDS[returnDays] ?? String(returnDays),
    'shipping-fee': formatPrice(region.shippingFee, region).display,
    'free-shipping-threshold': formatPrice(region.freeShippingAbove, region).display,
    'shipping-countries': regionList(terms),
    'tax-rate': `${toDecimal(region.taxRate)}%`,
    'tax-sentence': taxSentence(region),
    'payment-provider': paymentProvider(ctx),
  }
}

const DAYS_IN_WORDS: Record<number, string> = {
  7: 'Seven',
  14: 'Fourteen',
  30: 'Thirty',
  60: 'Sixty',
  90: 'Ninety',
}

export function paymentProvider({ settings }: Pick<RequestContext['ctx'], 'settings'>): string {
  return settings.card === 'live' ? 'Stripe, our payment provider' : 'our payment provider'
}
