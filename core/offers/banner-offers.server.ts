import { and, asc, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { prepareQuery } from '#db/connection.ts'
import type { Context } from '../context.ts'
import { offers } from './offers.table.ts'

export type BannerOffer = { code: string; title: string; description: string }

const MAX_BANNER_OFFERS = 2

/** The result is time-sensitive when an offer starts or ends without a write, so caches must recheck it. */
export async function listBannerOffers(
  ctx: Context,
): Promise<{ offers: BannerOffer[]; isTimeSensitive: boolean }> {
  const statement = prepareQuery(ctx.db, 'banner_offers', (db) =>
    db
      .select({
        code: offers.code,
        title: offers.title,
        description: offers.description,
        startsAt: offers.startsAt,
        endsAt: offers.endsAt,
      })
      .from(offers)
      .where(
        and(
          offers.active,
          isNotNull(offers.bannerPosition),
          or(isNull(offers.endsAt), gt(offers.endsAt, sql.placeholder('now'))),
        ),
      )
      .orderBy(asc(offers.bannerPosition)),
  )
  const rows = await statement.execute({ now: ctx.now })
  const started = rows.filter(({ startsAt }) => startsAt <= ctx.now)
  const visible = started
    .slice(0, MAX_BANNER_OFFERS)
    .map(({ code, title, description }) => ({ code, title, description }))
  return {
    offers: visible,
    isTimeSensitive: started.length < rows.length || rows.some(({ endsAt }) => endsAt !== null),
  }
}
