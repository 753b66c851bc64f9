import { z } from 'zod'
import { productsNotFound } from '#core/catalog/stock-shortage.ts'
import type { Context } from '#core/context.ts'
import { requireSignedIn } from '#core/permissions/policy.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn } from '#db/sql.ts'
import { addAlerts } from './alerts.server.ts'
import { changeList } from './change-list.server.ts'
import { MAX_WISHLIST_ITEMS, uniqueProductIds } from './wishlist.ts'

const WishlistItem = z.strictObject({
  productId: z.string(),
  name: z.string(),
  /** US cents when the product was added. */
  addedPrice: z.int(),
  addedAt: z.date(),
})
export type WishlistItem = z.infer<typeof WishlistItem>

/** Newest first, with products that aren't published any more. */
export async function findWishlist(ctx: Context): Promise<WishlistItem[]> {
  const { id: profileId } = requireSignedIn(ctx.actor)
  return query(ctx.db, WishlistItem)`
    select i.product_id as "productId", p.name, i.added_price as "addedPrice", i.created_at as "addedAt"
    from wishlist_items i join products p on p.id = i.product_id
    where i.profile_id = ${profileId} order by i.created_at desc, i.product_id desc`
}

export async function listWishedIds(ctx: Context): Promise<string[]> {
  const { id: profileId } = requireSignedIn(ctx.actor)
  return selectIds(ctx.db, profileId)
}

/** At most as many as a list can hold. */
export function selectIds(db: Db, profileId: string): Promise<string[]> {
  return queryColumn(db, z.string())`
    select product_id from wishlist_items where profile_id = ${profileId} order by created_at desc, product_id desc`
}

/** Adding a product again changes nothing. */
export async function addToWishlist(ctx: Context, productId: string): Promise<void> {
  await changeList(ctx, (tx, profileId) => insertItem({ ...ctx, db: tx }, profileId, productId))
}

/** The product's lock makes its price and stock change before or after, so that an alert that starts now misses nothing. */
export async function insertItem(
  { db: tx, now }: Pick<Context, 'db' | 'now'>,
  profileId: string,
  productId: string,
): Promise<void> {
  await execute(tx)`select from products where id = ${productId} for share`
  const added = await execute(tx)`
    insert into wishlist_items (profile_id, product_id, added_price, created_at)
    select ${profileId}, id, price, ${now} from products where id = ${productId} and status = 'published'
    on conflict do nothing`
  if (added) return addAlerts(tx, profileId, [productId])
  const isListed = await execute(tx)`
    select from wishlist_items where profile_id = ${profileId} and product_id = ${productId}`
  if (!isListed) throw productsNotFound([productId])
}

/** Removing a product that isn't on the list changes nothing. */
export async function removeFromWishlist(ctx: Context, productId: string): Promise<void> {
  const { id: profileId } = requireSignedIn(ctx.actor)
  await execute(ctx.db)`
    delete from wishlist_items where profile_id = ${profileId} and product_id = ${productId}`
}

/**
 * Adds a guest's list, the newest product first, as at sign-in. Products that don't fit are left out. Merging the same list
 * again changes nothing. Returns the IDs on the account's list.
 */
export async function mergeWishlist(ctx: Context, guestIds: readonly string[]): Promise<string[]> {
  const ids = uniqueProductIds(guestIds)
  return changeList(ctx, async (tx, profileId) => {
    const added = await queryColumn(tx, z.string())`
      insert into wishlist_items (profile_id, product_id, added_price, created_at)
      select ${profileId}, p.id, p.price, ${ctx.now}::timestamptz - g.place * interval '1 millisecond'
      from unnest(${ids}::text[]) with ordinality as g (id, place) join products p on p.id = g.id
      where p.status = 'published'
        and not exists (select from wishlist_items i where i.profile_id = ${profileId} and i.product_id = p.id)
      order by g.place
      limit ${MAX_WISHLIST_ITEMS}::integer - (select count(*) from wishlist_items where profile_id = ${profileId})
      returning product_id`
    await addAlerts(tx, profileId, added)
    return selectIds(tx, profileId)
  })
}
