import { hash } from 'node:crypto'
import { wrapError } from '#core/errors.ts'
import { execute, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { RETENTION } from '../retention.ts'
import { findCart, requireShopperId, withinLimit } from './cart.server.ts'
import { combineLines } from './cart.ts'
import type { CartLine, SavedCartLine } from './cart-line.ts'
import { MAX_CART_LINES, MAX_ITEM_QUANTITY } from './limits.ts'

/**
 * Merges the guest cart at sign-in. Several tabs may send the same cart; the key merges it once. Once the cart is full,
 * products that aren't in it yet are left out.
 */
export async function mergeCart(
  ctx: Context,
  guestLines: readonly CartLine[],
  key: string | null,
): Promise<SavedCartLine[]> {
  const userId = requireShopperId(ctx)
  const lines = sql.json(
    combineLines(guestLines).map((line, place) => ({ ...line, place, id: newId('cartItem') })),
  )
  const keyHash = key ? hash('sha256', `${userId} ${key}`, 'base64url') : null
  // With two tabs, the second waits on the key until the first commits, then merges nothing.
  const mergeLines = sql`with claimed as (
    insert into cart_merges (key_hash, user_id) select ${keyHash}, ${userId} where ${keyHash}::text is not null
    on conflict do nothing returning 1
  ), available as (
    select g.id, p.id as product_id, least(g.quantity, ${MAX_ITEM_QUANTITY}::integer, s.available) as quantity, p.price,
      i.id is not null as is_in_cart, row_number() over (partition by i.id is null order by g.place) as nth
    from json_to_recordset(${lines}::json) as g (id text, "productId" text, quantity integer, place integer)
    join products p on p.id = g."productId" and p.status = 'published'
    join stock_levels s on s.product_id = p.id and s.available > 0
    left join cart_items i on i.user_id = ${userId} and i.product_id = p.id
    where ${keyHash}::text is null or exists (select from claimed)
  ) insert into cart_items (id, user_id, product_id, quantity, added_price)
    select id, ${userId}, product_id, quantity, price from available
    where is_in_cart or nth <= ${MAX_CART_LINES}::integer - (select count(*) from cart_items where user_id = ${userId})
    order by product_id
    on conflict (user_id, product_id) do update set updated_at = now(), quantity = greatest(cart_items.quantity,
      least(${MAX_ITEM_QUANTITY}::integer, cart_items.quantity + (
        select quantity from json_to_recordset(${lines}::json) as g ("productId" text, quantity integer)
        where g."productId" = excluded.product_id
      ), (select available from stock_levels where product_id = excluded.product_id)))`
  await wrapError('Failed to update cart', () => withinLimit(() => execute(ctx.db)`${mergeLines}`))
  return findCart(ctx)
}

/** Merge keys live as long as a browser may still send the same cart. */
export async function pruneCartMerges({ db }: Pick<Context, 'db'>): Promise<void> {
  await execute(db)`delete from cart_merges where at < now() - ${RETENTION.cartMergeDays} * interval '1 day'`
}
