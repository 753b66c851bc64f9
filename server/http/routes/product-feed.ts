import type { Product } from '#core/catalog/product.ts'
import { listProducts } from '#core/catalog/products.server.ts'
import { displaySize, feedMeasures } from '#core/catalog/size.ts'
import type { Context } from '#core/context.ts'
import { findSalePeriods, type SalePeriod } from '#core/offers/sale-periods.server.ts'
import { regionalAmount } from '#core/pricing/quote.ts'
import type { Region } from '#core/regions/regions.ts'
import { readStoreIdentity } from '#core/settings/store-identity.server.ts'
import { XML_HEAD, xmlElement } from './xml.ts'

const PAGE_SIZE = 500

/** Streams all published products in Google Merchant Center's RSS 2.0 format, one page in memory at a time. */
export function productFeed(ctx: Context, origin: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  const chunks = writeFeed(ctx, origin)
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await chunks.return()
    },
  })
}

async function* writeFeed(ctx: Context, origin: string): AsyncGenerator<string, void> {
  const { country } = ctx.region
  const { name } = await readStoreIdentity(ctx)
  yield `${XML_HEAD}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n${xmlElement('title', name)}${xmlElement('link', origin)}${xmlElement('description', `All ${name} products, with prices for ${country}`)}\n`
  for (let cursor: string | undefined, hasMore = true; hasMore; ) {
    const page = await listProducts(ctx, { sort: 'newest', limit: PAGE_SIZE, cursor })
    const reducedIds = page.products.flatMap(({ id, originalPrice }) => (originalPrice === null ? [] : id))
    const sales = await findSalePeriods(ctx, reducedIds)
    yield page.products
      .map((product) => feedItem(product, ctx.region, origin, sales.get(product.id)))
      .join('')
    cursor = page.nextCursor ?? undefined
    hasMore = cursor !== undefined
  }
  yield '</channel>\n</rss>\n'
}

function availabilityOf({ inStock, preorderDate }: Product): string {
  if (!inStock) return 'out_of_stock'
  return preorderDate ? 'preorder' : 'in_stock'
}

function feedItem(product: Product, region: Region, origin: string, sale?: SalePeriod): string {
  const formatPrice = (base: number) => {
    const amount = regionalAmount(base, region)
    return `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')} ${region.currency.toUpperCase()}`
  }
  const { originalPrice, size, shade, family, barcode, sku, preorderDate } = product
  const measures = size && feedMeasures(size)
  const hasIdentifier = barcode !== null || (sku !== null && product.brand !== '')
  const elements = [
    xmlElement('g:id', product.id),
    xmlElement('g:title', product.name.slice(0, 150)),
    xmlElement('g:description', `${product.tagline} ${product.description}`.trim().slice(0, 5000)),
    xmlElement('g:link', `${origin}/product/${product.slug}?region=${region.code}`),
    xmlElement('g:image_link', origin + product.image.url),
    ...product.images.slice(1, 11).map(({ url }) => xmlElement('g:additional_image_link', origin + url)),
    xmlElement('g:availability', availabilityOf(product)),
    preorderDate && product.inStock ? xmlElement('g:availability_date', `${preorderDate}T00:00Z`) : '',
    xmlElement('g:price', formatPrice(originalPrice ?? product.price)),
    originalPrice === null ? '' : xmlElement('g:sale_price', formatPrice(product.price)),
    sale?.endsAt ? xmlElement('g:sale_price_effective_date', period(sale.startsAt, sale.endsAt)) : '',
    xmlElement('g:brand', product.brand),
    xmlElement('g:condition', 'new'),
    barcode ? xmlElement('g:gtin', barcode) : '',
    sku ? xmlElement('g:mpn', sku) : '',
    xmlElement('g:identifier_exists', hasIdentifier ? 'yes' : 'no'),
    family ? xmlElement('g:item_group_id', family.id) : '',
    shade ? xmlElement('g:color', shade.name) : '',
    size ? xmlElement('g:size', displaySize(size)) : '',
    xmlElement('g:product_type', product.category),
    ingredientDetail(product),
    measures ? xmlElement('g:unit_pricing_measure', measures.measure) : '',
    measures ? xmlElement('g:unit_pricing_base_measure', measures.base) : '',
  ]
  return `<item>${elements.join('')}</item>\n`
}

const period = (from: Date, until: Date) => `${from.toISOString()}/${until.toISOString()}`

/** Merchant Center has no attribute of its own for them, and takes at most 1,000 characters. */
function ingredientDetail({ ingredients }: Product): string {
  if (!ingredients.length) return ''
  const value = ingredients.join(', ').slice(0, 1000)
  return `<g:product_detail>${xmlElement('g:section_name', 'Ingredients')}${xmlElement('g:attribute_name', 'Ingredient list')}${xmlElement('g:attribute_value', value)}</g:product_detail>`
}
