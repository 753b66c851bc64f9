import { eq, sql } from 'drizzle-orm'
import { type Db, prepareQuery } from '#db/connection.ts'
import { profiles } from '../accounts/accounts.table.ts'
import { requireSignedIn } from '../accounts/policy.ts'
import type { Context } from '../context.ts'
import { profileSettings, subscribers } from './customers.table.ts'
import { setSubscribed } from './newsletter.server.ts'
import { type CustomerSettings, DEFAULT_CUSTOMER_SETTINGS } from './profile.ts'

export async function readCustomerSettings(ctx: Context): Promise<CustomerSettings> {
  return findCustomerSettings(ctx.db, requireSignedIn(ctx.actor).id)
}

export async function saveCustomerSettings(
  ctx: Context,
  settings: CustomerSettings,
): Promise<CustomerSettings> {
  const { id: profileId, email } = requireSignedIn(ctx.actor)
  const { promotionalEmails, ...storedSettings } = settings
  await ctx.db.transaction(async (tx) => {
    await setSubscribed(tx, email, promotionalEmails)
    await tx
      .insert(profileSettings)
      .values({ profileId, ...storedSettings })
      .onConflictDoUpdate({
        target: profileSettings.profileId,
        set: { ...storedSettings, updatedAt: sql`now()` },
      })
  })
  return settings
}

export async function findCustomerSettings(db: Db, profileId: string): Promise<CustomerSettings> {
  const [row] = await prepareCustomerSettings(db).execute({ profileId })
  return {
    ...DEFAULT_CUSTOMER_SETTINGS,
    ...row?.storedSettings,
    promotionalEmails: row?.newsletterState === 'subscribed',
  }
}

function prepareCustomerSettings(db: Db) {
  const { orderConfirmations, shippingUpdates, allowCookies, shareData } = profileSettings
  return prepareQuery(db, 'settings', (db) =>
    db
      .select({
        storedSettings: { orderConfirmations, shippingUpdates, allowCookies, shareData },
        newsletterState: subscribers.state,
      })
      .from(profiles)
      .leftJoin(profileSettings, eq(profileSettings.profileId, profiles.id))
      .leftJoin(subscribers, eq(subscribers.email, profiles.email))
      .where(eq(profiles.id, sql.placeholder('profileId'))),
  )
}
