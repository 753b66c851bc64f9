import type { Context } from '#core/context.ts'
import { findListingsOfProducts, type ListingList, listListings } from '../listings/listings.server.ts'
import { PAGE_LIMIT, type ProductSort } from '../product.ts'
import type { Collection } from './collection.ts'
import { chosenProductIds } from './collections.server.ts'

type PageQuery = { sort: ProductSort; cursor?: string | undefined }

/** All chosen products at once, or a page of those that meet the rule, without what is sold out. */
export async function listCollection(
  ctx: Context,
  { id, rule }: Pick<Collection, 'id' | 'rule'>,
  { sort, cursor }: PageQuery,
): Promise<ListingList> {
  if (rule) return listListings(ctx, { rule, sort, cursor, inStock: true, limit: PAGE_LIMIT })
  const listings = await findListingsOfProducts(ctx, await chosenProductIds(ctx, id))
  return { listings, nextCursor: null }
}
