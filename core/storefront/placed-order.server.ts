import { findProducts } from '../catalog/products.server.ts'
import type { Context } from '../context.ts'
import type { Picture } from '../media/picture.ts'
import type { Order } from '../orders/order.ts'
import { type FirstUse, findFirstUse } from '../orders/progress/first-use.server.ts'
import { orderArrival } from '../orders/progress/order-arrival.ts'
import { findOrderedGiftCard, type OrderedGiftCard } from '../orders/progress/ordered-gift-card.server.ts'
import { findSamplePictures } from '../samples/offered-samples.server.ts'
import { readStoreSettings } from '../settings/store-settings.server.ts'

/** What a shopper wants to know right after ordering. */
export type PlacedOrder = {
  /** `slug` and `picture` are null if the product is no longer in the store. */
  items: { productId: string; name: string; quantity: number; slug: string | null; picture: Picture | null }[]
  /** Such as “between Tue, Dec 1 and Thu, Dec 3”. */
  arrival: string | null
  firstUse: FirstUse | null
  giftMessage: string | null
  /** What an order of a gift card sold. */
  giftCard: OrderedGiftCard | null
}

/** Does not check permissions; the caller must. */
export async function getPlacedOrder(ctx: Context, order: Order): Promise<PlacedOrder> {
  const sampleIds = order.items.flatMap(({ productId, sample }) => (sample ? [productId] : []))
  const [settings, firstUse, giftCard, samples, products] = await Promise.all([
    readStoreSettings(ctx.db, ctx.log),
    findFirstUse(ctx, order),
    findOrderedGiftCard(ctx, order),
    findSamplePictures(ctx, sampleIds),
    findProducts(
      ctx,
      order.items.map(({ productId }) => productId),
    ),
  ])
  const productById = new Map(products.map((product) => [product.id, product]))
  return {
    items: order.items.map(({ productId, name, quantity }) => {
      const { slug = null, image: picture = null } = productById.get(productId) ?? {}
      const sample = samples.find((each) => each.productId === productId)
      return { productId, name, quantity, slug, picture: sample?.picture ?? picture }
    }),
    arrival: orderArrival(order, settings, ctx.now),
    firstUse,
    giftMessage: order.giftMessage,
    giftCard,
  }
}
