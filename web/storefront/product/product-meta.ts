import type { MetaDescriptor } from 'react-router'
import {
  CUSTOM_OPTIONS,
  FAMILY_OPTIONS,
  type FamilyOptions,
  optionSetting,
} from '#core/catalog/families/family-options.ts'
import type { Product } from '#core/catalog/product.ts'
import { isGtin } from '#core/catalog/product-fields.ts'
import { isPlaceholder } from '#core/media/placeholder-picture.ts'
import { decimalText } from '#core/money.ts'
import { regionalAmount } from '#core/pricing/quote.ts'
import type { Region } from '#core/regions/regions.ts'
import type { PageMember, ProductPage } from '#core/storefront/product-page.server.ts'
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
  | 'sku'
  | 'barcode'
  | 'seoTitle'
  | 'seoDescription'
  | 'ingredients'
> &
  Partial<Pick<Product, 'preorderDate'>>

type SeoPage = Pick<ProductPage, 'members' | 'familyOptions'> & {
  product: SeoProduct
  saleEndsAt?: Date | null
}
/** What each offer states besides its price. */
type OfferTerms = { region: Region; returnDays: number; origin: string }

/** `categories` are those that the product is in, from the first level on. */
export function productMeta(
  product: SeoProduct,
  { origin, categories }: { origin: string; categories: string[] },
): MetaDescriptor[] {
  const path = `/product/${product.slug}`
  const { name, image } = product
  return pageMeta({
    title: product.seoTitle ?? pageTitle(name),
    description: product.seoDescription ?? truncate(`${product.tagline} ${product.description}`),
    origin,
    path,
    picture: image,
    type: 'product',
    data: [
      breadcrumbs(origin, [
        ['Categories', '/categories'],
        ...categories.map((category): [string, string] => [
          category,
          `/categories?${new URLSearchParams({ category })}`,
        ]),
        [name, path],
      ]),
    ],
  })
}

export function productStructuredData(page: SeoPage, terms: OfferTerms): JsonLd[] {
  return page.product.family ? familyJsonLd(page, terms) : [productJsonLd(page, terms)]
}

function productJsonLd({ product, saleEndsAt }: SeoPage, terms: OfferTerms): JsonLd {
  return {
    ...offerJsonLd(product, terms, saleEndsAt),
    ...sharedJsonLd(product),
    category: product.category,
    ...withProperties(ingredientProperties(product)),
    ...imageJsonLd(pictureUrls(product), terms),
  }
}

/** One product with a variant for each member of the family. All refer to the same terms of delivery and return. */
function familyJsonLd({ product, members, familyOptions, saleEndsAt }: SeoPage, terms: OfferTerms): JsonLd[] {
  const { id, name } = product.family ?? product
  const urls = pictureUrls(product)
  const nodes = new Map<string, JsonLd>()
  const refer = (node: JsonLd) => {
    const key = JSON.stringify(node)
    const shared = nodes.get(key) ?? { '@id': `#terms-${nodes.size + 1}`, ...node }
    nodes.set(key, shared)
    return { '@id': shared['@id'] }
  }
  const variants = members.map((member) => {
    const variant = offerJsonLd(member, terms, member.id === product.id ? saleEndsAt : null)
    const { shippingDetails, hasMerchantReturnPolicy, ...offer } = variant.offers
    return {
      ...variant,
      offers: {
        ...offer,
        shippingDetails: refer(shippingDetails),
        hasMerchantReturnPolicy: refer(hasMerchantReturnPolicy),
      },
      name: [name, ...FAMILY_OPTIONS.map((option) => member[option])].filter(Boolean).join(', '),
      ...imageJsonLd(member.image ? [member.image] : urls.slice(0, 1), terms),
      ...(member.shade && { color: member.shade }),
      ...(member.size && { size: member.size }),
      ...withProperties([
        ...optionProperties(member, familyOptions),
        // Of the others, the page has no list.
        ...(member.id === product.id ? ingredientProperties(product) : []),
      ]),
    }
  })
  const group = {
    '@type': 'ProductGroup',
    productGroupID: id,
    ...sharedJsonLd({ ...product, name }),
    ...imageJsonLd(urls, terms),
    variesBy: [
      ...(differ(members, 'shade') ? ['https://schema.org/color'] : []),
      ...(differ(members, 'size') ? ['https://schema.org/size'] : []),
    ],
    hasVariant: variants,
  }
  return [group, ...nodes.values()]
}

/** Options that schema.org has no property for. */
function optionProperties(member: PageMember, { options, optionSettings }: FamilyOptions): JsonLd[] {
  return CUSTOM_OPTIONS.filter((option) => options.includes(option) && member[option]).map((option) => ({
    '@type': 'PropertyValue',
    name: optionSetting(option, optionSettings).name,
    value: member[option],
  }))
}

const ingredientProperties = ({ ingredients }: Pick<SeoProduct, 'ingredients'>): JsonLd[] =>
  ingredients.length ? [{ '@type': 'PropertyValue', name: 'Ingredients', value: ingredients.join(', ') }] : []

const withProperties = (properties: JsonLd[]) => (properties.length ? { additionalProperty: properties } : {})

const differ = (members: PageMember[], option: 'shade' | 'size') =>
  new Set(members.map((member) => member[option])).size > 1

/** Search engines don't accept placeholders. */
const pictureUrls = ({ images }: Pick<SeoProduct, 'images'>) =>
  images.filter((picture) => !isPlaceholder(picture)).map(({ url }) => url)

const imageJsonLd = (urls: string[], { origin }: OfferTerms) =>
  urls.length ? { image: urls.map((url) => origin + url) } : {}

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

type OfferedProduct = Pick<
  SeoProduct,
  'id' | 'slug' | 'price' | 'inStock' | 'sku' | 'barcode' | 'preorderDate'
>

/** The price must match the one the page shows: search engines compare them. */
function offerJsonLd(
  { id, slug, price, inStock, preorderDate, sku, barcode }: OfferedProduct,
  { region, returnDays, origin }: OfferTerms,
  saleEndsAt: Date | null = null,
) {
  return {
    '@type': 'Product',
    '@id': `${origin}/product/${id}#product`,
    sku: sku ?? id,
    ...(barcode && isGtin(barcode) && { gtin: barcode }),
    offers: {
      '@type': 'Offer',
      url: `${origin}/product/${slug}`,
      price: decimalText(regionalAmount(price, region)),
      priceCurrency: region.currency.toUpperCase(),
      ...(saleEndsAt && { priceValidUntil: saleEndsAt.toISOString() }),
      availability: `https://schema.org/${inStock ? (preorderDate ? 'PreOrder' : 'InStock') : 'OutOfStock'}`,
      ...(inStock && preorderDate && { availabilityStarts: preorderDate }),
      itemCondition: 'https://schema.org/NewCondition',
      seller: { '@type': 'Organization', name: storeName() },
      shippingDetails: shippingJsonLd(price, region),
      hasMerchantReturnPolicy: returnJsonLd(returnDays, region),
    },
  }
}

function shippingJsonLd(price: number, region: Region): JsonLd {
  const { code, currency, shippingFee, freeShippingAbove, deliveryDays } = region
  const fee = price > freeShippingAbove ? 0 : regionalAmount(shippingFee, region)
  const [minValue, maxValue] = deliveryDays
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: {
      '@type': 'MonetaryAmount',
      value: decimalText(fee),
      currency: currency.toUpperCase(),
    },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: code },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      transitTime: { '@type': 'QuantitativeValue', minValue, maxValue, unitCode: 'DAY' },
    },
  }
}

function returnJsonLd(returnDays: number, { code }: Region): JsonLd {
  const policy = { '@type': 'MerchantReturnPolicy', applicableCountry: code }
  if (!returnDays) return { ...policy, returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' }
  return {
    ...policy,
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: returnDays,
    returnMethod: 'https://schema.org/ReturnByMail',
  }
}
