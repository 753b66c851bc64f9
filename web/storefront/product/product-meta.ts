import type { MetaDescriptor } from 'react-router'
import type { Product } from '#core/catalog/product.ts'
import { decimalText } from '#core/money.ts'
import { regionalAmount } from '#core/pricing/quote.ts'
import type { Region } from '#core/regions/regions.ts'
import type { Member } from '#core/storefront/product-page.server.ts'
import { pageTitle } from '#web/page-title.ts'
import { breadcrumbs, type JsonLd, pageMeta, truncate } from '#web/seo.ts'
import { storeName } from '#web/store-name.ts'

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
  | 'family'
>

type SeoPage = { product: SeoProduct; members: Member[] }

export function productMeta({ product, members }: SeoPage, region: Region, origin = ''): MetaDescriptor[] {
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
      product.family
        ? familyJsonLd({ product, members }, region, origin)
        : productJsonLd(product, region, origin),
      breadcrumbs(origin, [
        ['Categories', '/categories'],
        [category, `/categories?${new URLSearchParams({ category })}`],
        [name, path],
      ]),
    ],
  })
}

function productJsonLd(product: SeoProduct, region: Region, origin: string): JsonLd {
  return {
    ...offerJsonLd(product, region, origin),
    ...sharedJsonLd(product),
    category: product.category,
    image: product.images.map(({ url }) => origin + url),
  }
}

/** One product with a variant for each member of the family. */
function familyJsonLd({ product, members }: SeoPage, region: Region, origin: string): JsonLd {
  const { id, name } = product.family ?? product
  return {
    '@type': 'ProductGroup',
    productGroupID: id,
    ...sharedJsonLd({ ...product, name }),
    image: product.images.map(({ url }) => origin + url),
    hasVariant: members.map((member) => ({
      ...offerJsonLd(member, region, origin),
      name: [name, member.shade, member.size].filter(Boolean).join(', '),
      ...(member.shade && { color: member.shade }),
      ...(member.size && { size: member.size }),
    })),
  }
}

function sharedJsonLd({ name, description, brand, rating, reviewCount }: SeoProduct) {
  return {
    name,
    description,
    brand: { '@type': 'Brand', name: brand },
    ...(rating !== null && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: rating,
        reviewCount,
        bestRating: 5,
        worstRating: 1,
      },
    }),
  }
}

type OfferedProduct = Pick<SeoProduct, 'id' | 'slug' | 'price' | 'inStock'>

/** The price must match the one the page shows: search engines compare them. */
function offerJsonLd({ id, slug, price, inStock }: OfferedProduct, region: Region, origin: string): JsonLd {
  return {
    '@type': 'Product',
    '@id': `${origin}/product/${id}#product`,
    sku: id,
    offers: {
      '@type': 'Offer',
      url: `${origin}/product/${slug}`,
      price: decimalText(regionalAmount(price, region)),
      priceCurrency: region.currency.toUpperCase(),
      availability: `https://schema.org/${inStock ? 'InStock' : 'OutOfStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
      seller: { '@type': 'Organization', name: storeName() },
    },
  }
}
