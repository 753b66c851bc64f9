import { maxCartQuantity } from '#core/cart/cart.ts'
import { findProducts } from '#core/catalog/products.server.ts'
import type { Context } from '#core/context.ts'
import { toPicture } from '#core/media/picture.ts'
import { type ProductCardData, stockNote } from '#web/storefront/product/product-card-data.ts'

/** The published ones, in this order. A card shows the shade or size that was saved. */
export async function readWishCards(ctx: Context, ids: string[]): Promise<ProductCardData[]> {
  const products = await findProducts(ctx, ids)
  return products.map(({ id, slug, name, brand, tagline, price, originalPrice, image, stock }) => ({
    ...{ id, slug, name, brand, tagline, price, originalPrice },
    picture: toPicture(image),
    note: stockNote(stock, ctx.terms),
    maxQuantity: maxCartQuantity(stock),
    choices: undefined,
  }))
}
