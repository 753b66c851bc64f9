import type { Order } from '../order.ts'

const TRACKING_URLS = new Map([
  ['ups', 'https://www.ups.com/track?tracknum='],
  ['fedex', 'https://www.fedex.com/fedextrack/?trknbr='],
  ['usps', 'https://tools.usps.com/go/TrackConfirmAction?tLabels='],
  ['dhl', 'https://www.dhl.com/en/express/tracking.html?AWB='],
  ['royal mail', 'https://www.royalmail.com/track-your-item#/tracking-results/'],
  ['canada post', 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor='],
])

/** Returns null for unknown carriers. */
export function trackingLink({
  carrier,
  trackingNumber,
}: Pick<Order, 'carrier' | 'trackingNumber'>): string | null {
  const baseUrl = TRACKING_URLS.get(carrier?.trim().toLowerCase() ?? '')
  return baseUrl && trackingNumber ? baseUrl + encodeURIComponent(trackingNumber) : null
}
