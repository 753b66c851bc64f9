import type { ComputedValues } from '#core/content/fill-values.ts'
import {
  FREE_SHIPPING_ABOVE,
  formatPrice,
  REGION_CODES,
  SHIPPING_FEE,
  TAX_PERCENT,
} from '#core/regions/regions.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import type { RequestContext } from '#web/request-context.ts'
import { countryWithArticle } from '../region/country-name.ts'

/** What content says about the store’s terms, in the shopper’s region. */
export async function readComputedValues({ ctx, store }: RequestContext): Promise<ComputedValues> {
  const { returnDays } = await readStoreSettings(ctx.db, ctx.log)
  return {
    'store-name': store.name,
    'support-email': store.support.email,
    'support-phone': store.support.phone,
    'return-days': String(returnDays),
    'return-days-in-words': DAYS_IN_WORDS[returnDays] ?? String(returnDays),
    'shipping-fee': formatPrice(SHIPPING_FEE, ctx.region).display,
    'free-shipping-threshold': formatPrice(FREE_SHIPPING_ABOVE, ctx.region).display,
    'shipping-countries': new Intl.ListFormat('en').format(REGION_CODES.map(countryWithArticle)),
    'tax-rate': `${TAX_PERCENT}%`,
    'tax-sentence': `Tax is ${TAX_PERCENT}% of what you pay for the products. Your cart and checkout show it on a separate line before you pay.`,
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
