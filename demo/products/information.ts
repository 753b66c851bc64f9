import type { InformationDraft } from '#core/compliance/product-information.ts'
import type { ResponsiblePersonDraft } from '#core/compliance/responsible-person.ts'
import { catalog } from './catalog.ts'

/** Invented companies at invented addresses, as the names say. */
export const DEMO_PERSONS = {
  us: {
    name: 'Eternal Beauty Demo, Inc.',
    postalAddress: ['100 Sample Street, Suite 4', 'Portland, OR 97201', 'United States'],
    electronicAddress: 'https://eternalbeauty.example/contact',
    regions: ['US'],
    defaultRegions: ['US'],
  },
  canada: {
    name: 'Eternal Beauty Demo Canada Ltd.',
    postalAddress: ['22 Sample Avenue', 'Toronto, ON M5V 0A1', 'Canada'],
    electronicAddress: 'canada@eternalbeauty.example',
    regions: ['CA'],
    defaultRegions: ['CA'],
  },
  uk: {
    name: 'Eternal Beauty Demo (UK) Ltd',
    postalAddress: ['7 Sample Row', 'Bristol BS1 0AA', 'United Kingdom'],
    electronicAddress: 'uk@eternalbeauty.example',
    regions: ['GB'],
    defaultRegions: ['GB'],
  },
  india: {
    name: 'Eternal Beauty Demo India Pvt. Ltd.',
    postalAddress: ['14 Sample Road', 'Bengaluru 560001', 'India'],
    electronicAddress: 'india@eternalbeauty.example',
    regions: ['IN'],
    defaultRegions: ['IN'],
  },
  perfumer: {
    name: 'Unsent Letters Demo Perfumers Ltd',
    postalAddress: ['3 Sample Mews', 'London SE1 0AA', 'United Kingdom'],
    electronicAddress: 'care@unsent-letters.example',
    regions: ['GB'],
    defaultRegions: [],
  },
} as const satisfies Record<string, PersonInput>

type PersonInput = { [Field in keyof ResponsiblePersonDraft]: Readonly<ResponsiblePersonDraft[Field]> }
type DemoInformation = Partial<InformationDraft> & { productType: string; hsCode: string }

const EYES = 'For external use only. Avoid contact with eyes; if it gets in, rinse well with water.'
const IRRITATION = 'Stop using it if your skin becomes irritated.'
const CHILDREN = 'Keep out of reach of children.'
const FLAMMABLE = 'Flammable. Keep away from heat, sparks, and open flames.'
const SUN = 'Keep out of direct sunlight.'

/** By the slug of the catalog entry. A family has that of its lead. */
const INFORMATION: Record<string, DemoInformation> = {
  'rose-hip-night-serum': {
    ...{ productType: 'Face oil', hsCode: '330499', monthsAfterOpening: 6 },
    precautions: [EYES, IRRITATION, SUN],
  },
  'satin-lipstick-mulberry': {
    ...{ productType: 'Lipstick', hsCode: '330410', monthsAfterOpening: 18 },
    precautions: ['For the lips only.', IRRITATION],
  },
  'cedar-and-salt-eau-de-parfum': {
    ...{ productType: 'Eau de parfum', hsCode: '330300', monthsAfterOpening: 36 },
    precautions: [FLAMMABLE, 'Don’t spray into eyes or on broken skin.', CHILDREN],
  },
  'white-peony-day-cream': {
    ...{ productType: 'Face cream', hsCode: '330499', monthsAfterOpening: 12 },
    precautions: [EYES, IRRITATION],
  },
  'camellia-hair-oil': {
    ...{ productType: 'Hair oil, left in', hsCode: '330590', monthsAfterOpening: 12 },
    precautions: [EYES, SUN],
  },
  'rose-quartz-gua-sha': {
    ...{ kind: 'other', productType: 'Massage stone', hsCode: '711620', bestBefore: null },
    precautions: ['Fragile. Don’t use it if it is chipped.'],
  },
  'vitamin-c-morning-serum': {
    ...{ productType: 'Face serum', hsCode: '330499', monthsAfterOpening: 3 },
    precautions: [EYES, 'Test it on a small area first. Stop using it if your skin becomes irritated.', SUN],
  },
  'skin-veil-foundation-warm-sand': {
    ...{ productType: 'Foundation', hsCode: '330499', monthsAfterOpening: 12 },
    precautions: [EYES, IRRITATION],
  },
  'iris-letter-extrait-de-parfum': {
    ...{ productType: 'Extrait de parfum', hsCode: '330300', monthsAfterOpening: 36 },
    precautions: [FLAMMABLE, 'Avoid contact with eyes and broken skin.', CHILDREN],
  },
  'powder-blush-afternoon': {
    ...{ productType: 'Pressed powder blush', hsCode: '330491', monthsAfterOpening: 24 },
    precautions: [EYES, IRRITATION],
  },
  'oat-milk-cleanser': {
    ...{ productType: 'Face cleanser, rinsed off', hsCode: '340130', monthsAfterOpening: 12 },
    precautions: [EYES, IRRITATION],
  },
  'fig-milk-hair-mask': {
    ...{ productType: 'Hair mask, rinsed off', hsCode: '330590', monthsAfterOpening: 12 },
    precautions: [EYES],
  },
  'dusk-eyeshadow-palette': {
    ...{ productType: 'Eyeshadow', hsCode: '330420', monthsAfterOpening: 24 },
    precautions: ['For external use only. If powder gets into the eyes, rinse well with water.', IRRITATION],
  },
  'soft-powder-brush': {
    ...{ kind: 'other', productType: 'Makeup brush', hsCode: '960330', bestBefore: null },
    precautions: [],
  },
  'apricot-kernel-body-oil': {
    ...{ productType: 'Body oil', hsCode: '330499', monthsAfterOpening: 12 },
    precautions: [EYES, 'Oil makes floors and bathtubs slippery.'],
  },
  'amber-solid-perfume': {
    ...{ productType: 'Solid perfume', hsCode: '330300', monthsAfterOpening: 24 },
    precautions: ['Avoid contact with eyes and broken skin.', CHILDREN],
  },
  'long-night-mascara': {
    ...{ productType: 'Mascara', hsCode: '330420', monthsAfterOpening: 3 },
    precautions: [
      'If it gets into the eyes, rinse well with water. Don’t use it if the eyes are irritated.',
      'Don’t share it, and don’t add water.',
    ],
  },
  'orange-blossom-facial-mist': {
    ...{ productType: 'Face mist', hsCode: '330499', monthsAfterOpening: 6 },
    precautions: ['For external use only. Close your eyes when you spray.', IRRITATION, SUN],
  },
  'rosemary-shampoo': {
    ...{ productType: 'Shampoo, rinsed off', hsCode: '330510', monthsAfterOpening: 12 },
    precautions: [EYES],
  },
  'quince-tinted-lip-balm': {
    ...{ productType: 'Tinted lip balm', hsCode: '330410', monthsAfterOpening: 12 },
    precautions: ['For the lips only.', IRRITATION],
  },
  'fig-tree-room-diffuser': {
    ...{ kind: 'other', productType: 'Room fragrance', hsCode: '330749', bestBefore: null },
    precautions: [
      'Flammable. Keep away from heat, sparks, and open flames.',
      'May cause an allergic skin reaction. Don’t swallow.',
      'Keep out of reach of children and animals.',
    ],
  },
  'pink-clay-mask': {
    ...{ productType: 'Face mask, rinsed off', hsCode: '330499', monthsAfterOpening: 6 },
    precautions: [EYES, IRRITATION],
  },
  'rice-milk-conditioner': {
    ...{ productType: 'Hair conditioner, rinsed off', hsCode: '330590', monthsAfterOpening: 12 },
    precautions: [EYES],
  },
  'wide-tooth-comb': {
    ...{ kind: 'other', productType: 'Comb', hsCode: '961519', bestBefore: null },
    precautions: ['Keep away from heat.'],
  },
}

const ORIGINS: Record<string, string> = {
  'Pale Orchard': 'US',
  'Carmine Room': 'IT',
  'Unsent Letters': 'FR',
  'Willow & Weir': 'GB',
  'Plain Hand': 'PT',
}

/** Perfumes name a person of their own in the United Kingdom. */
export function demoInformation(slug: string, perfumerId: string): InformationDraft {
  const place = catalog.findIndex((product) => product.slug === slug)
  const information = INFORMATION[slug]
  const brand = catalog[place]?.brand ?? ''
  if (!information) throw new Error(`The demo has no information about ${slug}`)
  const isCosmetic = information.kind !== 'other'
  const number = String(place + 1).padStart(3, '0')
  return {
    kind: 'cosmetic',
    precautions: [],
    monthsAfterOpening: null,
    bestBefore: '30 months from the date on the base.',
    originCountry: ORIGINS[brand] ?? null,
    fdaListingNumber: isCosmetic ? `DEMO-FDA-${number}` : null,
    cnfNumber: isCosmetic ? `DEMO-CNF-${number}` : null,
    scpn: isCosmetic ? `DEMO-SCPN-${number}` : null,
    responsiblePersons: brand === 'Unsent Letters' ? { GB: perfumerId } : {},
    ...information,
  }
}
