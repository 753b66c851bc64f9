import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { requireSignedIn } from '#core/permissions/policy.ts'
import type { Db } from '#db/connection.ts'
import { violates } from '#db/database-error.ts'
import { execute } from '#db/sql.ts'
import { WISHLIST_LIMIT_MESSAGE } from './wishlist.ts'

/** A transaction that other changes of the customer's list wait for. The database refuses products beyond the limit. */
export async function changeList<T>(
  ctx: Context,
  change: (tx: Db, profileId: string) => Promise<T>,
): Promise<T> {
  const { id: profileId } = requireSignedIn(ctx.actor)
  try {
    return await ctx.db.transaction(async (tx) => {
      await lockList(tx, profileId)
      return change(tx, profileId)
    })
  } catch (error) {
    if (violates(error, 'wishlist_items_limit')) throw new Refusal('conflict', WISHLIST_LIMIT_MESSAGE)
    throw error
  }
}

export async function lockList(tx: Db, profileId: string): Promise<void> {
  await execute(tx)`select pg_advisory_xact_lock(hashtextextended('wish list ' || ${profileId}, 0))`
}
