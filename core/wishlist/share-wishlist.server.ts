import { z } from 'zod'
import { isToken, newToken } from '#core/accounts/sessions/tokens.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { requireSignedIn } from '#core/permissions/policy.ts'
import { execute, query } from '#db/sql.ts'
import { selectIds } from './wishlist.server.ts'

const WishlistSettings = z.strictObject({
  shareToken: z.string().nullable(),
  showsName: z.boolean(),
  hasAlerts: z.boolean(),
})
export type WishlistSettings = z.infer<typeof WishlistSettings>

export async function readWishlistSettings(ctx: Context): Promise<WishlistSettings> {
  const { id: profileId } = requireSignedIn(ctx.actor)
  const [settings] = await query(ctx.db, WishlistSettings)`
    select share_token as "shareToken", shows_name as "showsName", alerts_consent is not null as "hasAlerts"
    from wishlists where profile_id = ${profileId}`
  return settings ?? { shareToken: null, showsName: false, hasAlerts: false }
}

export const sharedWishlistUrl = (origin: string, token: string) => `${origin}/wishlist/shared?key=${token}`

/** A list that is shared already has the same link. */
export async function shareWishlist(ctx: Context, { showsName }: { showsName: boolean }): Promise<void> {
  const { id: profileId } = requireSignedIn(ctx.actor)
  await execute(ctx.db)`
    insert into wishlists as w (profile_id, share_token, shows_name, shared_at)
    values (${profileId}, ${newToken()}, ${showsName}, ${ctx.now})
    on conflict (profile_id) do update set share_token = coalesce(w.share_token, excluded.share_token),
      shared_at = coalesce(w.shared_at, excluded.shared_at), shows_name = excluded.shows_name`
}

/** The link stops working, and sharing again makes a new one. */
export async function stopSharingWishlist(ctx: Context): Promise<void> {
  const { id: profileId } = requireSignedIn(ctx.actor)
  await execute(ctx.db)`
    update wishlists set share_token = null, shared_at = null, shows_name = false where profile_id = ${profileId}`
}

const SharedList = z.strictObject({ profileId: z.string(), fullName: z.string().nullable() })

/** What anyone with the link sees: no more of its owner than the first name, if they chose that. */
export async function findSharedWishlist(
  { db }: Pick<Context, 'db'>,
  token: string,
): Promise<{ firstName: string | null; productIds: string[] }> {
  const [list] = isToken(token)
    ? await query(db, SharedList)`
        select w.profile_id as "profileId", case when w.shows_name then p.full_name end as "fullName"
        from wishlists w join profiles p on p.id = w.profile_id
        where w.share_token = ${token} and p.blocked_at is null`
    : []
  if (!list) throw new Refusal('not_found', 'This wish list isn’t shared.')
  const firstName = list.fullName?.trim().split(/\s+/)[0] || null
  return { firstName, productIds: await selectIds(db, list.profileId) }
}
