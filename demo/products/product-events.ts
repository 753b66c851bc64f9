import { receiveBatch } from '#core/batches/receive-batch.server.ts'
import { createFamily } from '#core/catalog/families/save-family.server.ts'
import type { ProductDraft } from '#core/catalog/product-draft.ts'
import { EMPTY_DRAFT } from '#core/catalog/product-fields.ts'
import { createProduct } from '#core/catalog/save-product.server.ts'
import { adjustStock } from '#core/catalog/stock.server.ts'
import { createResponsiblePerson } from '#core/compliance/manage-responsible-persons.server.ts'
import type { InformationSubject } from '#core/compliance/product-information.server.ts'
import { saveInformation } from '#core/compliance/save-information.server.ts'
import { DAY_MS } from '#core/time-units.ts'
import { execute } from '#db/sql.ts'
import type { DemoOrder } from '../orders/demo-orders.ts'
import { adminContext, lookUp, type SeedEvent, type SeedStore } from '../seed-store.ts'
import { BATCHED, batchNumber } from './batches.ts'
import { catalog, type DemoProduct, families } from './catalog.ts'
import { formulaEvents, supplierEvents } from './formula-events.ts'
import { DEMO_PERSONS, demoInformation } from './information.ts'

/** In days. Every product predates the first order, and the first in the catalog is the newest. */
const NEWEST_PRODUCT_AGE = 346
/** In days. Before the first product. */
const PERSONS_AGE = 370
/** In milliseconds. */
const FAMILY_DELAY = 60_000
/** In days. */
const RESTOCK_AGE = 45

export function productEvents(orders: DemoOrder[], now: number): SeedEvent[] {
  return [
    ...supplierEvents(Math.min(...catalog.map(({ slug }) => creationTime(slug, now)))),
    ...personEvents(now),
    ...catalog.flatMap((product) => createdEvents(product, orders, now)),
    ...familyEvents(now),
    ...formulaEvents((slug) => creationTime(slug, now)),
  ]
}

function personEvents(now: number): SeedEvent[] {
  const at = Math.floor(now - PERSONS_AGE * DAY_MS)
  return Object.entries(DEMO_PERSONS).map(([name, draft]) => ({
    at,
    async run(store) {
      const { id } = await createResponsiblePerson(adminContext(store, at), draft)
      store.personIds.set(name, id)
    },
  }))
}

function createdEvents(product: DemoProduct, orders: DemoOrder[], now: number): SeedEvent[] {
  const createdAt = creationTime(product.slug, now)
  const creation: SeedEvent = {
    at: createdAt,
    async run(store) {
      const { id } = await createProduct(adminContext(store, createdAt), toDraft(product), product.slug)
      store.productIds.set(product.slug, id)
      await datePrices(store, id, createdAt)
      if (!isMember(product.slug))
        await addInformation(store, { kind: 'product', id }, product.slug, createdAt)
    },
  }
  return [creation, ...deliveryEvents(product, { orders, createdAt, now })]
}

/** Triggers use the database's clock. */
export async function datePrices({ db }: SeedStore, id: string, createdAt: number): Promise<void> {
  const at = new Date(createdAt)
  await execute(db)`update price_history set from_at = ${at} where product_id = ${id}`
  await execute(db)`update offers set starts_at = ${at}, created_at = ${at} where scope_ids = ${[id]}`
}

const isMember = (slug: string) =>
  families.some(({ members }) => members.some((member) => member.slug === slug))

async function addInformation(
  store: SeedStore,
  subject: InformationSubject,
  slug: string,
  at: number,
): Promise<void> {
  const information = demoInformation(slug, lookUp(store.personIds, 'perfumer'))
  await saveInformation(adminContext(store, at), subject, information)
}

/** The members of a family are a millisecond apart, the first of them the newest. */
function creationTime(slug: string, now: number): number {
  const family = families.find(({ members }) => members.some((member) => member.slug === slug))
  const place = family?.members.findIndex((member) => member.slug === slug) ?? 0
  const index = catalog.findIndex((product) => product.slug === (family?.lead.slug ?? slug))
  return Math.floor(now - (NEWEST_PRODUCT_AGE + index * 0.6) * DAY_MS) - place
}

function familyEvents(now: number): SeedEvent[] {
  return families.map(({ slug, lead, members, name, options, ...family }) => {
    const at = creationTime(lead.slug, now) + FAMILY_DELAY
    return {
      at,
      async run(store) {
        const draft = {
          ...{ name, options, brand: lead.brand, category: lead.category },
          tagline: family.tagline ?? lead.tagline,
          description: family.description ?? lead.description,
          benefits: lead.benefits,
          howToUse: lead.howToUse,
        }
        const products = members.map((member) => ({ productId: lookUp(store.productIds, member.slug) }))
        const { id } = await createFamily(adminContext(store, at), { draft, products, slug })
        store.familyIds.set(slug, id)
        await addInformation(store, { kind: 'family', id }, lead.slug, at)
      },
    }
  })
}

function toDraft({ originalPrice, size, shade, ...product }: DemoProduct): ProductDraft {
  const { slug, stock, reviews, ...draft } = product
  return {
    ...EMPTY_DRAFT,
    ...draft,
    originalPrice: originalPrice ?? null,
    sizeQuantity: size?.quantity ?? null,
    sizeUnit: size?.unit ?? null,
    shadeName: shade?.name ?? null,
    shadeCode: shade?.code ?? null,
    shadeColor: shade?.color ?? null,
    shadeFinish: shade?.finish ?? null,
    sku: draft.sku ?? null,
    barcode: draft.barcode ?? null,
    weight: draft.weight ?? null,
    line: draft.line ?? null,
    routineStep: draft.routineStep ?? null,
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
  const restockedAt = now - RESTOCK_AGE * DAY_MS
  const soldBefore = quantitySold(
    slug,
    orders.filter(({ placedAt }) => placedAt < restockedAt),
  )
  const soldSince = quantitySold(slug, orders) - soldBefore
  const [firstExpiry, secondExpiry] = BATCHED[slug] ?? []
  const delivery = (quantity: number, at: number, note: string, expiresIn?: number): SeedEvent => ({
    at,
    async run(store) {
      const [ctx, productId] = [adminContext(store, at), lookUp(store.productIds, slug)]
      if (expiresIn === undefined) {
        await adjustStock(ctx, productId, { change: quantity, reason: 'received', note })
        return
      }
      const expiresOn = new Date(now + expiresIn * DAY_MS).toISOString().slice(0, 10)
      await receiveBatch(ctx, { productId, number: batchNumber(at), expiresOn, quantity, note })
    },
  })
  const first = delivery(stock + soldBefore, createdAt + DAY_MS / 4, 'First delivery', firstExpiry)
  return soldSince ? [first, delivery(soldSince, restockedAt, 'Restock', secondExpiry)] : [first]
}

function quantitySold(product: string, orders: DemoOrder[]): number {
  return orders
    .flatMap(({ lines, status }) => (status === 'cancelled' ? [] : lines))
    .filter(({ slug }) => slug === product)
    .reduce((total, { quantity }) => total + quantity, 0)
}
