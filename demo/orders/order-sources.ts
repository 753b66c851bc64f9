import type { OrderSource } from '#core/orders/sources/order-source.ts'

const campaign = (source: string, medium: string, name: string): OrderSource => {
  return { source, medium, campaign: name, ref: null, referrer: null }
}
const website = (referrer: string): OrderSource => {
  return { source: null, medium: null, campaign: null, ref: null, referrer }
}

export const NEWSLETTER = campaign('newsletter', 'email', 'autumn edit')
export const INSTAGRAM = campaign('instagram', 'social', 'rose hip serum')
export const GOOGLE = website('google.com')
export const DUCKDUCKGO = website('duckduckgo.com')
/** No order came from here. */
export const PINTEREST = website('pinterest.com')

/** Every other order came directly. */
const SOURCES: Record<string, OrderSource> = {
  1: NEWSLETTER,
  3: GOOGLE,
  5: INSTAGRAM,
  7: NEWSLETTER,
  9: DUCKDUCKGO,
}

export const demoSource = (number: string): OrderSource | null => SOURCES[number.slice(-1)] ?? null
