import type { MetaDescriptor } from 'react-router'
import type { Product } from '#core/catalog/product.ts'
import { toDecimal } from '#core/money.ts'
import { regionalAmount } from '#core/pricing/quote.ts'
import { REGIONS, type RegionCode } from '#core/regions/regions.ts'
import { breadcrumbs, type JsonLd, pageMeta, pageTitle, truncate } from '#web/seo.ts'

export type SeoProduct = Pick<
  Product,
  | 'id'
  | 'slug'
  | 'name'
  | 'brand'
  | 'tagline'
  | 'description'
  | 'category'
  | 'price'
  | 'image'
  | 'images'
  | 'inStock'
  | 'rating'
  | 'reviewCount'
>

export function productMeta(product: SeoProduct, region: RegionCode, origin = ''): MetaDescriptor[] {
  const path = `/product/${product.slug}`
  const { category, name, image } = product
  return pageMeta({
    title: pageTitle(name),
    description: truncate(`${product.tagline} ${product.description}`),
    origin,
    path,
    picture: image,
    type: 'product',
    data: [
      productJsonLd(product, region, origin),
      breadcrumbs(origin, [
        ['Categories', '/categories'],
        [category, `/categories?${new URLSearchParams({ category })}`],
        [name, path],
      ]),
    ],
  })
}

/** The price must match the one the page shows: search engines compare them. */
export function productJsonLd(product: SeoProduct, region: RegionCode, origin: string): JsonLd {
  const { rating, reviewCount } = product
  const ratingData = {
    '@type': 'AggregateRating',
    ratingValue: rating,
    reviewCount,
    bestRating: 5,
    worstRating: 1,
  }
  return {
    '@type': 'Product',
    '@id': `${origin}/product/${product.id}#product`,
    name: product.name,
    description: product.description,
    sku: product.id,
    category: product.category,
    brand: { '@type': 'Brand', name: product.brand },
    image: product.images.map(({ url }) => origin + url),
    offers: {
      '@type': 'Offer',
      url: `${origin}/product/${product.slug}`,
      price: toDecimal(regionalAmount(product.price, region)).toFixed(2),
      priceCurrency: REGIONS[region].currency.toUpperCase(),
      availability: `https://schema.org/${product.inStock ? 'InStock' : 'OutOfStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
      seller: { '@type': 'Organization', name: 'Eternal Beauty' },
    },
    ...(reviewCount > 0 && rating !== null && { aggregateRating: ratingData }),
  }
}
