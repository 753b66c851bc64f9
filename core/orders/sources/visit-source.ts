import { campaignQuery, hostOf } from './landing.ts'
import { type OrderSource, readOrderSource } from './order-source.ts'

/** By which visits and orders are counted. All are null if nothing is known. */
export type VisitSource = Pick<OrderSource, 'source' | 'medium' | 'campaign'>

/** The source of a visit's first page, by the rules for the order that may follow. */
export function readVisitSource(
  { query, referrer }: { query: string; referrer: string },
  ownHost: string,
): VisitSource | null {
  const reported = { landing: query && campaignQuery(query), referrer: referrer && hostOf(referrer) }
  const orderSource = readOrderSource(reported, ownHost)
  return orderSource && toVisitSource(orderSource)
}

/** `findSalesBySource` does the same in SQL. */
export function toVisitSource({ source, medium, campaign, ref, referrer }: OrderSource): VisitSource {
  return { source: source ?? ref ?? referrer, medium, campaign }
}
