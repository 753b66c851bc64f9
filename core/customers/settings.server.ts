import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { signedIn } from '../accounts/policy.ts'
import type { Context } from '../context.ts'
import { profileSettings } from './customers.table.ts'
import { DEFAULT_SETTINGS, type Settings } from './profile.ts'

export async function readSettings(ctx: Context): Promise<Settings> {
  return settingsOf(ctx.db, signedIn(ctx.actor).id)
}

export async function saveSettings(ctx: Context, settings: Settings): Promise<Settings> {
  const { id: profileId } = signedIn(ctx.actor)
  await ctx.db
    .insert(profileSettings)
    .values({ profileId, ...settings })
    .onConflictDoUpdate({ target: profileSettings.profileId, set: { ...settings, updatedAt: sql`now()` } })
  return settings
}

/** What a customer has agreed to: asked before a letter is written or a view remembered. */
export async function settingsOf(db: Db, profileId: string): Promise<Settings> {
  const { orderConfirmations, shippingUpdates, promotionalEmails, allowCookies, shareData } = profileSettings
  const [kept] = await db
    .select({ orderConfirmations, shippingUpdates, promotionalEmails, allowCookies, shareData })
    .from(profileSettings)
    .where(eq(profileSettings.profileId, profileId))
  return kept ?? DEFAULT_SETTINGS
}
