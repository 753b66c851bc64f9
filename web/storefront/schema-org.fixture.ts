/** The schema.org types that we use, with their allowed properties beyond the common ones. */
const ALLOWED_PROPERTIES: Record<string, string[]> = {
  Product: [
    'sku',
    'gtin',
    'category',
    'brand',
    'offers',
    'aggregateRating',
    'color',
    'size',
    'additionalProperty',
  ],
  PropertyValue: ['value'],
  ProductGroup: ['productGroupID', 'variesBy', 'brand', 'aggregateRating', 'hasVariant'],
  Brand: [],
  Offer: [
    ...['price', 'priceCurrency', 'availability', 'availabilityStarts', 'itemCondition', 'seller'],
    ...['shippingDetails', 'hasMerchantReturnPolicy'],
  ],
  OfferShippingDetails: ['shippingRate', 'shippingDestination', 'deliveryTime'],
  MonetaryAmount: ['value', 'currency'],
  DefinedRegion: ['addressCountry'],
  ShippingDeliveryTime: ['transitTime'],
  QuantitativeValue: ['minValue', 'maxValue', 'unitCode'],
  MerchantReturnPolicy: ['applicableCountry', 'returnPolicyCategory', 'merchantReturnDays', 'returnMethod'],
  AggregateRating: ['ratingValue', 'reviewCount', 'bestRating', 'worstRating'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'item'],
  Organization: ['logo'],
  WebSite: ['publisher', 'potentialAction'],
  SearchAction: ['target', 'query-input'],
  EntryPoint: ['urlTemplate'],
}
const COMMON_PROPERTIES = ['name', 'url', 'description', 'image']

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''
const isStoreUrl = (value: unknown) => isText(value) && String(value).startsWith('https://shop.example/')
const isCount = (value: unknown) => Number.isInteger(value) && Number(value) > 0
const matches = (shape: RegExp) => (value: unknown) => typeof value === 'string' && shape.test(value)
const hasType = (type: string) => (value: unknown) => isObject(value) && value['@type'] === type
const isReference = (value: unknown) => isObject(value) && Object.keys(value).join() === '@id'

const VALIDATORS: Record<string, (value: unknown) => boolean> = {
  name: isText,
  description: isText,
  url: isStoreUrl,
  image: (value) => Array.isArray(value) && value.length > 0 && value.every(isStoreUrl),
  sku: isText,
  gtin: matches(/^\d{8,14}$/),
  variesBy: (value) => Array.isArray(value) && value.every(matches(/^https:\/\/schema\.org\/(color|size)$/)),
  shippingDetails: (value) => hasType('OfferShippingDetails')(value) || isReference(value),
  hasMerchantReturnPolicy: (value) => hasType('MerchantReturnPolicy')(value) || isReference(value),
  shippingRate: hasType('MonetaryAmount'),
  value: matches(/^(\d+\.\d\d|\p{L}+)$/u),
  additionalProperty: (value) => Array.isArray(value) && value.every(hasType('PropertyValue')),
  currency: matches(/^(USD|CAD|GBP|INR)$/),
  shippingDestination: hasType('DefinedRegion'),
  addressCountry: matches(/^(US|CA|GB|IN)$/),
  deliveryTime: hasType('ShippingDeliveryTime'),
  transitTime: hasType('QuantitativeValue'),
  minValue: isCount,
  maxValue: isCount,
  unitCode: matches(/^DAY$/),
  applicableCountry: matches(/^(US|CA|GB|IN)$/),
  returnPolicyCategory: matches(/^https:\/\/schema\.org\/MerchantReturn/),
  merchantReturnDays: isCount,
  returnMethod: matches(/^https:\/\/schema\.org\/ReturnByMail$/),
  color: isText,
  size: isText,
  productGroupID: isText,
  hasVariant: (value) => Array.isArray(value) && value.length > 0 && value.every(hasType('Product')),
  category: isText,
  brand: hasType('Brand'),
  offers: hasType('Offer'),
  aggregateRating: hasType('AggregateRating'),
  price: matches(/^\d+\.\d\d$/),
  priceCurrency: matches(/^(USD|CAD|GBP|INR)$/),
  availability: matches(/^https:\/\/schema\.org\/(InStock|OutOfStock|PreOrder)$/),
  availabilityStarts: matches(/^\d{4}-\d{2}-\d{2}$/),
  itemCondition: matches(/^https:\/\/schema\.org\/NewCondition$/),
  seller: hasType('Organization'),
  ratingValue: (value) => typeof value === 'number' && value >= 1 && value <= 5,
  reviewCount: isCount,
  bestRating: isCount,
  worstRating: isCount,
  itemListElement: (value) => Array.isArray(value) && value.length > 1 && value.every(hasType('ListItem')),
  position: isCount,
  item: isStoreUrl,
  logo: isStoreUrl,
  publisher: isReference,
  potentialAction: hasType('SearchAction'),
  target: hasType('EntryPoint'),
  'query-input': matches(/^required name=\w+$/),
  urlTemplate: matches(/^https:\/\/shop\.example\/[^{]*\{\w+\}$/),
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reports unknown types, unknown properties, and values of the wrong type. */
export function findSchemaErrors(node: Record<string, unknown>): string[] {
  const type = String(node['@type'])
  const allowed = ALLOWED_PROPERTIES[type]
  if (!allowed) return [`unknown type ${type}`]
  const properties = Object.entries(node).filter(([name]) => !name.startsWith('@'))
  const invalid = properties.filter(
    ([name, value]) => ![...allowed, ...COMMON_PROPERTIES].includes(name) || !VALIDATORS[name]?.(value),
  )
  const children = properties.flatMap(([, value]) => [value].flat()).filter(isObject)
  return [
    ...invalid.map(([name, value]) => `${type}.${name}: ${JSON.stringify(value)}`),
    ...children.filter((child) => child['@type'] !== undefined).flatMap(findSchemaErrors),
  ]
}
