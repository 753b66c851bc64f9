import { expect, test } from 'vitest'
import type { FamilyOptions } from '#core/catalog/families/family-options.ts'
import { placeholderPicture } from '#core/media/placeholder-picture.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import { DEFAULT_REGIONS } from '#core/regions/terms.ts'
import type { PageMember } from '#core/storefront/product-page.server.ts'
import { homeMeta } from './home/home-meta.ts'
import { productMeta, productStructuredData, type SeoProduct } from './product/product-meta.ts'
import { findSchemaErrors, isObject } from './schema-org.fixture.ts'

function readJsonLd(meta: object[]): Record<string, unknown>[] {
  return meta.flatMap((descriptor) =>
    'script:ld+json' in descriptor && isObject(descriptor['script:ld+json'])
      ? [descriptor['script:ld+json']]
      : [],
  )
}

const ORIGIN = 'https://shop.example'
const PLACE = { origin: ORIGIN, categories: ['Skincare'] }
const PICTURE = { id: 'pic_1', url: '/media/rose.webp', width: 900, height: 1200, alt: 'A rose' }
const ROSE: SeoProduct = {
  id: 'prd_rose',
  slug: 'rose',
  name: 'Rose',
  brand: 'Pale Orchard',
  tagline: 'Soft.',
  ...{ description: 'A product of a test.', ingredients: [] },
  category: 'Tools & Accessories',
  price: 4800,
  image: PICTURE,
  images: [PICTURE, PICTURE],
  inStock: true,
  rating: 4.5,
  reviewCount: 12,
  family: null,
  sku: null,
  barcode: null,
  seoTitle: null,
  seoDescription: null,
}
const on = (code: RegionCode, returnDays = 30) => ({
  region: DEFAULT_REGIONS[code],
  returnDays,
  origin: ORIGIN,
})
const page = (product: SeoProduct) => ({
  product,
  members: [],
  familyOptions: { options: [], optionSettings: {} },
})

test('a product’s texts for search engines replace its name and description', () => {
  const titles = (product: SeoProduct) => productMeta(product, PLACE).slice(0, 2)
  expect(titles(ROSE)).toEqual([
    { title: expect.stringContaining('Rose · ') },
    { name: 'description', content: 'Soft. A product of a test.' },
  ])
  expect(titles({ ...ROSE, seoTitle: 'Rose perfume', seoDescription: 'Cold-pressed.' })).toEqual([
    { title: 'Rose perfume' },
    { name: 'description', content: 'Cold-pressed.' },
  ])
})

test('structured data uses valid schema.org types and properties', () => {
  const unrated = { ...ROSE, inStock: false, rating: null, reviewCount: 0 }
  const nodes = [
    ...readJsonLd(homeMeta(ORIGIN, { homeTitle: 'Skincare', description: 'Skincare.' })),
    ...readJsonLd(productMeta(ROSE, PLACE)),
    ...productStructuredData(page(ROSE), on('IN')),
    ...productStructuredData(page(unrated), on('GB')),
  ]
  expect(nodes.map((node) => node['@type'])).toEqual([
    'Organization',
    'WebSite',
    'BreadcrumbList',
    'Product',
    'Product',
  ])
  expect(nodes.flatMap(findSchemaErrors)).toEqual([])
})

test('a family is a product group with a variant for each shade and size', () => {
  const member = {
    code: null,
    color: '#a0525e',
    finish: null,
    price: 4800,
    sku: null,
    barcode: null,
    preorderDate: null,
    image: null,
    option1: null,
    option2: null,
    option3: null,
  }
  const codes = { sku: 'B-1', barcode: '4006381333931', image: '/media/fig.webp' }
  const members = [
    {
      ...member,
      id: 'prd_rose',
      slug: 'rose',
      shade: 'Rose',
      size: '30 ml',
      inStock: true,
      preorderDate: '2027-06-03',
    },
    { ...member, ...codes, id: 'prd_fig', slug: 'fig', shade: 'Fig', size: '50 ml', inStock: false },
  ]
  const product = { ...ROSE, family: { id: 'fam_balm', slug: 'balm', name: 'Balm' } }
  const familyOptions: FamilyOptions = {
    options: ['shade', 'size', 'option1'],
    optionSettings: { option1: { name: 'Scent', display: 'button' } },
  }
  const readFamily = (members: PageMember[]): Record<string, unknown>[] =>
    productStructuredData({ product, members, familyOptions }, on('US'))
  expect(productMeta(product, PLACE)).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: `${ORIGIN}/product/rose`,
  })
  const [group = {}, ...shared] = readFamily(members)
  expect([group, ...shared].flatMap(findSchemaErrors)).toEqual([])
  expect(group).toMatchObject({
    '@type': 'ProductGroup',
    name: 'Balm',
    productGroupID: 'fam_balm',
    variesBy: ['https://schema.org/color', 'https://schema.org/size'],
    aggregateRating: { reviewCount: 12 },
    hasVariant: [
      { name: 'Balm, Rose, 30 ml', color: 'Rose', size: '30 ml', offers: { url: `${ORIGIN}/product/rose` } },
      { name: 'Balm, Fig, 50 ml', offers: { availability: 'https://schema.org/OutOfStock' } },
    ],
  })
  const preorder = { availability: 'https://schema.org/PreOrder', availabilityStarts: '2027-06-03' }
  const terms = {
    shippingDetails: { '@id': shared[0]?.['@id'] },
    hasMerchantReturnPolicy: { '@id': shared[1]?.['@id'] },
  }
  expect(shared).toMatchObject([{ '@type': 'OfferShippingDetails' }, { '@type': 'MerchantReturnPolicy' }])
  expect(group.hasVariant).toMatchObject([{ offers: { ...terms, ...preorder } }, { offers: terms }])
  expect(group.hasVariant).toMatchObject([
    { sku: 'prd_rose', image: [`${ORIGIN}/media/rose.webp`] },
    { sku: 'B-1', gtin: '4006381333931', image: [`${ORIGIN}/media/fig.webp`] },
  ])
  const sameSize = members.map((each) => ({ ...each, size: '30 ml' }))
  const [shades] = readFamily(sameSize)
  const [scents] = readFamily(members.map((each) => ({ ...each, option1: 'Cedar' })))
  expect(scents).toMatchObject({
    hasVariant: [{ additionalProperty: [{ name: 'Scent', value: 'Cedar' }] }, {}],
  })
  expect(findSchemaErrors(scents ?? {})).toEqual([])
  expect(shades?.variesBy).toEqual(['https://schema.org/color'])
})

test('an offer states the product’s own codes, and shipping and returns as the settings have them', () => {
  const product = { ...ROSE, sku: 'ROSE-1', barcode: '4006381333931' }
  const read = (changes: Partial<SeoProduct>, terms = on('GB', 14)) =>
    productStructuredData(page({ ...product, ...changes }), terms)[0]
  expect(read({})).toMatchObject({
    sku: 'ROSE-1',
    gtin: '4006381333931',
    offers: {
      shippingDetails: {
        shippingRate: { value: '8.00', currency: 'GBP' },
        shippingDestination: { addressCountry: 'GB' },
        deliveryTime: { transitTime: { minValue: 4, maxValue: 6 } },
      },
      hasMerchantReturnPolicy: { applicableCountry: 'GB', merchantReturnDays: 14 },
    },
  })
  expect(read({ price: 7501 })).toMatchObject({
    offers: { shippingDetails: { shippingRate: { value: '0.00' } } },
  })
  expect(read({}, on('US', 0))).toMatchObject({
    offers: {
      hasMerchantReturnPolicy: { returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' },
    },
  })
  expect(read({ barcode: '4006381333930' })).not.toHaveProperty('gtin')
})

test('a product without photos has no image in its structured data', () => {
  const image = placeholderPicture(ROSE)
  const [data] = productStructuredData(page({ ...ROSE, image, images: [image] }), on('US'))
  expect(data).not.toHaveProperty('image')
})

test('the check rejects unknown properties, types, and values', () => {
  const [rose] = productStructuredData(page(ROSE), on('US'))
  expect(findSchemaErrors({ ...rose, cost: '48.00' })).toHaveLength(1)
  expect(findSchemaErrors({ ...rose, image: ['/media/rose.webp'] })).toHaveLength(1)
  expect(findSchemaErrors({ ...rose, offers: { '@type': 'Offer', price: 48 } })).toEqual(['Offer.price: 48'])
  expect(findSchemaErrors({ ...rose, '@type': 'Ware' })).toEqual(['unknown type Ware'])
})
