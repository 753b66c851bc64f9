import { displaySize, type Product } from '#core/catalog/product.ts'
import { listProducts } from '#core/catalog/products.server.ts'
import type { Context } from '#core/context.ts'
import { regionalAmount } from '#core/pricing/quote.ts'
import { REGIONS, type RegionCode } from '#core/regions/regions.ts'
import { element, XML_HEAD } from './xml.ts'

const PAGE = 500

/** All that is published, as merchant centres read it: RSS 2.0 with Google's names. A page of it is in memory at a time. */
export function productFeed(ctx: Context, origin: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder()
  const pieces = writeFeed(ctx, origin)
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(bytes.encode(value))
    },
    async cancel() {
      await pieces.return()
    },
  })
}

async function* writeFeed(ctx: Context, origin: string): AsyncGenerator<string, void> {
  const { country } = REGIONS[ctx.region]
  yield `${XML_HEAD}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n${element('title', 'Eternal Beauty')}${element('link', origin)}${element('description', `Everything at Eternal Beauty, priced for ${country}`)}\n`
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await listProducts(ctx, { sort: 'newest', limit: PAGE, cursor })
    yield page.products.map((product) => feedItem(product, ctx.region, origin)).join('')
    cursor = page.nextCursor ?? undefined
    more = cursor !== undefined
  }
  yield '</channel>\n</rss>\n'
}

export function feedItem(product: Product, region: RegionCode, origin: string): string {
  const price = (base: number) => {
    const amount = regionalAmount(base, region)
    return `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')} ${REGIONS[region].currency.toUpperCase()}`
  }
  const { originalPrice, size } = product
  const parts = [
    element('g:id', product.id),
    element('g:title', product.name.slice(0, 150)),
    element('g:description', `${product.tagline} ${product.description}`.trim().slice(0, 5000)),
    element('g:link', `${origin}/product/${product.id}?region=${region}`),
    element('g:image_link', origin + product.image.url),
    ...product.images.slice(1, 11).map(({ url }) => element('g:additional_image_link', origin + url)),
    element('g:availability', product.inStock ? 'in_stock' : 'out_of_stock'),
    element('g:price', price(originalPrice ?? product.price)),
    originalPrice === null ? '' : element('g:sale_price', price(product.price)),
    element('g:brand', product.brand),
    element('g:condition', 'new'),
    element('g:identifier_exists', 'no'),
    element('g:product_type', product.category),
    size ? element('g:unit_pricing_measure', displaySize(size)) : '',
    size ? element('g:unit_pricing_base_measure', `100 ${size.unit}`) : '',
  ]
  return `<item>${parts.join('')}</item>\n`
}
