import { and, asc, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { prepare } from '#db/connection.ts'
import type { Context } from '../context.ts'
import { offers } from './offers.table.ts'

export type BannerOffer = { code: string; title: string; description: string }

/** The offers that the home page's banner names, as long as they really apply. */
export function bannerOffers(ctx: Context): Promise<BannerOffer[]> {
  const statement = prepare(ctx.db, 'banner_offers', (db) =>
    db
      .select({ code: offers.code, title: offers.title, description: offers.description })
      .from(offers)
      .where(
        and(
          offers.active,
          isNotNull(offers.bannerPosition),
          lte(offers.startsAt, sql.placeholder('now')),
          or(isNull(offers.endsAt), gt(offers.endsAt, sql.placeholder('now'))),
        ),
      )
      .orderBy(asc(offers.bannerPosition))
      .limit(2),
  )
  return statement.execute({ now: ctx.now })
}
