import type { ProductDraft } from '#core/catalog/product-draft.ts'
import { createProduct } from '#core/catalog/save-product.server.ts'
import { adjustStock } from '#core/catalog/stock.server.ts'
import type { DemoOrder } from '../orders/demo-orders.ts'
import { adminContext, lookUp, type SeedEvent } from '../seed-store.ts'
import { catalog } from './catalog.ts'
import type { DemoProduct } from './demo-product.ts'

const DAY = 24 * 3_600_000
/** In days. Every product predates the first order, and the first in the catalog is the newest. */
const NEWEST_PRODUCT_AGE = 346
/** In days. */
const RESTOCK_AGE = 45

export function productEvents(orders: DemoOrder[], now: number): SeedEvent[] {
  return catalog.flatMap((product, index) => {
    const createdAt = Math.floor(now - (NEWEST_PRODUCT_AGE + index * 0.6) * DAY)
    const creation: SeedEvent = {
      at: createdAt,
      async run(store) {
        const { id } = await createProduct(adminContext(store, createdAt), toDraft(product), product.slug)
        store.productIds.set(product.slug, id)
      },
    }
    return [creation, ...deliveryEvents(product, { orders, createdAt, now })]
  })
}

function toDraft({ slug, originalPrice, size, stock, reviews, ...product }: DemoProduct): ProductDraft {
  const [sizeQuantity, sizeUnit] = [size?.quantity ?? null, size?.unit ?? null]
  return {
    ...product,
    originalPrice: originalPrice ?? null,
    sizeQuantity,
    sizeUnit,
    featured: false,
    status: 'published',
  }
}

type DeliveryContext = { orders: DemoOrder[]; createdAt: number; now: number }

/** Receives exactly enough stock, in one or two deliveries, to leave the catalog's stock after all sales. */
function deliveryEvents(
  { slug, stock }: DemoProduct,
  { orders, createdAt, now }: DeliveryContext,
): SeedEvent[] {
  const restockedAt = now - RESTOCK_AGE * DAY
  const soldBefore = quantitySold(
    slug,
    orders.filter(({ placedAt }) => placedAt < restockedAt),
  )
  const soldSince = quantitySold(slug, orders) - soldBefore
  const delivery = (change: number, at: number, note: string): SeedEvent => ({
    at,
    async run(store) {
      const id = lookUp(store.productIds, slug)
      await adjustStock(adminContext(store, at), id, { change, reason: 'received', note })
    },
  })
  const first = delivery(stock + soldBefore, createdAt + DAY / 4, 'First delivery')
  return soldSince ? [first, delivery(soldSince, restockedAt, 'Restock')] : [first]
}

function quantitySold(product: string, orders: DemoOrder[]): number {
  return orders
    .flatMap(({ lines }) => lines)
    .filter(({ slug }) => slug === product)
    .reduce((total, { quantity }) => total + quantity, 0)
}
