import { z } from 'zod'
import { query } from '#db/sql.ts'
import type { Context } from '../context.ts'

const BannerOffer = z.strictObject({ code: z.string(), title: z.string(), description: z.string() })
export type BannerOffer = z.infer<typeof BannerOffer>

const OfferWithDates = BannerOffer.extend({ startsAt: z.date(), endsAt: z.date().nullable() })

const MAX_BANNER_OFFERS = 2

/** The result is time-sensitive when an offer starts or ends without a write, so caches must recheck it. */
export async function listBannerOffers({
  db,
  reads = db,
  now,
}: Context): Promise<{ offers: BannerOffer[]; isTimeSensitive: boolean }> {
  const rows = await query(reads, OfferWithDates)`
    select code, title, description, starts_at as "startsAt", ends_at as "endsAt" from offers
    where active and banner_position is not null and (ends_at is null or ends_at > ${now})
    order by banner_position`
  const started = rows.filter(({ startsAt }) => startsAt <= now)
  const visible = started
    .slice(0, MAX_BANNER_OFFERS)
    .map(({ code, title, description }) => ({ code, title, description }))
  return {
    offers: visible,
    isTimeSensitive: started.length < rows.length || rows.some(({ endsAt }) => endsAt !== null),
  }
}
