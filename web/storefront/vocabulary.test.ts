import { expect, test } from 'vitest'
import { homeFindable } from './home-findable.ts'
import { type FoundProduct, productFindable } from './product-findable.ts'

/** Of schema.org's vocabulary the types that we speak of, and what each of them may have beside what any thing has. */
const PROPERTIES: Record<string, string[]> = {
  Product: ['sku', 'category', 'brand', 'offers', 'aggregateRating'],
  Brand: [],
  Offer: ['price', 'priceCurrency', 'availability', 'itemCondition', 'seller'],
  AggregateRating: ['ratingValue', 'reviewCount', 'bestRating', 'worstRating'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'item'],
  Organization: ['logo'],
  WebSite: ['publisher', 'potentialAction'],
  SearchAction: ['target', 'query-input'],
  EntryPoint: ['urlTemplate'],
}
const OF_ANY_THING = ['name', 'url', 'description', 'image']

const text = (value: unknown) => typeof value === 'string' && value.trim() !== ''
const address = (value: unknown) => text(value) && String(value).startsWith('https://shop.example/')
const count = (value: unknown) => Number.isInteger(value) && Number(value) > 0
const like = (shape: RegExp) => (value: unknown) => typeof value === 'string' && shape.test(value)
const a = (type: string) => (value: unknown) => isObject(value) && value['@type'] === type
const reference = (value: unknown) => isObject(value) && Object.keys(value).join() === '@id'

const VALUES: Record<string, (value: unknown) => boolean> = {
  name: text,
  description: text,
  url: address,
  image: (value) => Array.isArray(value) && value.length > 0 && value.every(address),
  sku: text,
  category: text,
  brand: a('Brand'),
  offers: a('Offer'),
  aggregateRating: a('AggregateRating'),
  price: like(/^\d+\.\d\d$/),
  priceCurrency: like(/^(USD|CAD|GBP|INR)$/),
  availability: like(/^https:\/\/schema\.org\/(InStock|OutOfStock)$/),
  itemCondition: like(/^https:\/\/schema\.org\/NewCondition$/),
  seller: a('Organization'),
  ratingValue: (value) => typeof value === 'number' && value >= 1 && value <= 5,
  reviewCount: count,
  bestRating: count,
  worstRating: count,
  itemListElement: (value) => Array.isArray(value) && value.length > 1 && value.every(a('ListItem')),
  position: count,
  item: address,
  logo: address,
  publisher: reference,
  potentialAction: a('SearchAction'),
  target: a('EntryPoint'),
  'query-input': like(/^required name=\w+$/),
  urlTemplate: like(/^https:\/\/shop\.example\/[^{]*\{\w+\}$/),
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What schema.org has no such word for, or not of that kind. */
function faults(thing: Record<string, unknown>): string[] {
  const type = String(thing['@type'])
  const known = PROPERTIES[type]
  if (!known) return [`there is no ${type}`]
  const own = Object.entries(thing).filter(([name]) => !name.startsWith('@'))
  const wrong = own.filter(
    ([name, value]) => ![...known, ...OF_ANY_THING].includes(name) || !VALUES[name]?.(value),
  )
  const parts = own.flatMap(([, value]) => [value].flat()).filter(isObject)
  return [
    ...wrong.map(([name, value]) => `${type}.${name}: ${JSON.stringify(value)}`),
    ...parts.filter((part) => part['@type'] !== undefined).flatMap(faults),
  ]
}

function said(meta: object[]): Record<string, unknown>[] {
  return meta.flatMap((one) =>
    'script:ld+json' in one && isObject(one['script:ld+json']) ? [one['script:ld+json']] : [],
  )
}

const ORIGIN = 'https://shop.example'
const PICTURE = { id: 'pic_1', url: '/media/rose.webp', width: 900, height: 1200, alt: 'A rose', preview: '' }
const ROSE: FoundProduct = {
  id: 'prd_rose',
  name: 'Rose',
  brand: 'Pale Orchard',
  tagline: 'Soft.',
  description: 'A product of a test.',
  category: 'Tools & Accessories',
  price: 4800,
  image: PICTURE,
  images: [PICTURE, PICTURE],
  inStock: true,
  rating: 4.5,
  reviewCount: 12,
}

test('what pages say to machines is said in schema.org’s words', () => {
  const unloved = { ...ROSE, inStock: false, rating: null, reviewCount: 0 }
  const pages = [
    homeFindable(ORIGIN),
    productFindable(ROSE, 'IN', ORIGIN),
    productFindable(unloved, 'GB', ORIGIN),
  ]
  const things = pages.flatMap(said)
  expect(things.map((thing) => thing['@type'])).toEqual([
    'Organization',
    'WebSite',
    'Product',
    'BreadcrumbList',
    'Product',
    'BreadcrumbList',
  ])
  expect(things.flatMap(faults)).toEqual([])
  expect(things.filter((thing) => thing['@context'] !== 'https://schema.org')).toEqual([])
})

test('another word, or another kind of value, would be noticed', () => {
  const [rose = {}] = said(productFindable(ROSE, 'US', ORIGIN))
  expect(faults({ ...rose, cost: '48.00' })).toHaveLength(1)
  expect(faults({ ...rose, image: ['/media/rose.webp'] })).toHaveLength(1)
  expect(faults({ ...rose, offers: { '@type': 'Offer', price: 48 } })).toEqual(['Offer.price: 48'])
  expect(faults({ ...rose, '@type': 'Ware' })).toEqual(['there is no Ware'])
})
