import { eq, sql } from 'drizzle-orm'
import { type Db, prepare } from '#db/connection.ts'
import { profiles } from '../accounts/accounts.table.ts'
import { requireSignedIn } from '../accounts/policy.ts'
import type { Context } from '../context.ts'
import { profileSettings, subscribers } from './customers.table.ts'
import { setSubscribed } from './newsletter.server.ts'
import { DEFAULT_SETTINGS, type Settings } from './profile.ts'

export async function readSettings(ctx: Context): Promise<Settings> {
  return settingsOf(ctx.db, requireSignedIn(ctx.actor).id)
}

export async function saveSettings(ctx: Context, settings: Settings): Promise<Settings> {
  const { id: profileId, email } = requireSignedIn(ctx.actor)
  const { promotionalEmails, ...kept } = settings
  await ctx.db.transaction(async (tx) => {
    await setSubscribed(tx, email, promotionalEmails)
    await tx
      .insert(profileSettings)
      .values({ profileId, ...kept })
      .onConflictDoUpdate({ target: profileSettings.profileId, set: { ...kept, updatedAt: sql`now()` } })
  })
  return settings
}

/** What a customer has agreed to: asked before a letter is written or a view remembered. */
export async function settingsOf(db: Db, profileId: string): Promise<Settings> {
  const [found] = await preparedSettings(db).execute({ profileId })
  return { ...DEFAULT_SETTINGS, ...found?.kept, promotionalEmails: found?.news === 'subscribed' }
}

function preparedSettings(db: Db) {
  const { orderConfirmations, shippingUpdates, allowCookies, shareData } = profileSettings
  return prepare(db, 'settings', (db) =>
    db
      .select({
        kept: { orderConfirmations, shippingUpdates, allowCookies, shareData },
        news: subscribers.state,
      })
      .from(profiles)
      .leftJoin(profileSettings, eq(profileSettings.profileId, profiles.id))
      .leftJoin(subscribers, eq(subscribers.email, profiles.email))
      .where(eq(profiles.id, sql.placeholder('profileId'))),
  )
}
