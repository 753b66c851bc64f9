import { REGIONS, type RegionCode } from '#core/regions/regions.ts'

/** What a product needs to have for a duty. */
export const REQUIREMENTS = [
  'responsible-person',
  'notification',
  'ingredients',
  'product-type',
  'durability',
  'best-before',
  'origin-country',
  'net-quantity',
] as const
export type Requirement = (typeof REQUIREMENTS)[number]

export const REQUIREMENT_NAMES: Record<Requirement, string> = {
  'responsible-person': 'Responsible person',
  notification: 'Notification number',
  ingredients: 'Ingredients',
  'product-type': 'Product type',
  durability: 'Months after opening, or best before',
  'best-before': 'Best before',
  'origin-country': 'Country of origin',
  'net-quantity': 'Net quantity (its size)',
}

export type Duty = {
  region: RegionCode
  requirement: Requirement
  /** The law, as reported. This is no legal advice. */
  authority: string
  url: string
  /** The day from which it applies. */
  since: string
  note: string
  /** About tools and accessories too. */
  everyProduct?: true
}

const FDC_ACT = 'Federal Food, Drug, and Cosmetic Act'
const MOCRA_URL =
  'https://www.fda.gov/cosmetics/cosmetics-laws-regulations/modernization-cosmetics-regulation-act-2022-mocra'
const CANADA = {
  authority: 'Cosmetic Regulations (C.R.C., c. 869)',
  url: 'https://laws-lois.justice.gc.ca/eng/regulations/C.R.C.,_c._869/',
}
const UK_REGULATION = 'UK Cosmetics Regulation (Regulation (EC) No 1223/2009 as retained)'
const UK = { url: 'https://www.legislation.gov.uk/eur/2009/1223/contents', since: '2021-01-01' }
const INDIA_TRADE = {
  authority: 'Consumer Protection (E-Commerce) Rules, 2020',
  url: 'https://consumeraffairs.nic.in',
  since: '2020-07-23',
}
const INDIA_PACKAGES = {
  authority: 'Legal Metrology (Packaged Commodities) Rules, 2011, rules 6 and 6(10)',
  url: 'https://consumeraffairs.nic.in',
  since: '2018-01-01',
}

/** What the law of each region asks of a product’s page or label, of the part that the store can check. */
export const DUTIES: readonly Duty[] = [
  {
    ...{ region: 'US', requirement: 'responsible-person', authority: `${FDC_ACT}, section 609(a) (MoCRA)` },
    ...{ url: MOCRA_URL, since: '2024-12-29' },
    note: 'The label has a contact for reports of adverse events: an address, a phone number, or a website.',
  },
  {
    ...{ region: 'US', requirement: 'notification', authority: `${FDC_ACT}, section 607(c) (MoCRA)` },
    ...{ url: MOCRA_URL, since: '2024-07-01' },
    note: 'The responsible person lists each product with the FDA. Section 612 exempts some small businesses.',
  },
  {
    ...{ region: 'US', requirement: 'ingredients', authority: '21 CFR 701.3' },
    ...{ url: 'https://www.ecfr.gov/current/title-21/section-701.3', since: '1977-05-31' },
    note: 'Cosmetics declare their ingredients in descending order of predominance.',
  },
  {
    ...{ region: 'CA', requirement: 'responsible-person', ...CANADA, since: '2006-11-16' },
    note: 'The label names the manufacturer with an address.',
  },
  {
    ...{ region: 'CA', requirement: 'notification', ...CANADA, since: '2006-11-16' },
    note: 'The manufacturer or importer notifies Health Canada within 10 days of the first sale.',
  },
  {
    ...{ region: 'CA', requirement: 'ingredients', ...CANADA, since: '2026-04-12' },
    note: 'Ingredients with fragrance allergens by name: 24 since this day, 81 since August 1, 2026 for new products. Small packages may list them on a website.',
  },
  {
    ...{
      region: 'GB',
      requirement: 'responsible-person',
      authority: `${UK_REGULATION}, Articles 4 and 19(1)(a)`,
    },
    ...{ ...UK, note: 'Each cosmetic has a responsible person in the United Kingdom, named on the label.' },
  },
  {
    ...{ region: 'GB', requirement: 'notification', authority: `${UK_REGULATION}, Article 13` },
    ...{ ...UK, note: 'The responsible person submits each cosmetic to the SCPN before it is sold.' },
  },
  {
    ...{ region: 'GB', requirement: 'ingredients', authority: `${UK_REGULATION}, Article 19(1)(g)` },
    ...{ ...UK, note: 'Ingredients by their INCI names, in descending order of weight.' },
  },
  {
    ...{ region: 'GB', requirement: 'product-type', authority: `${UK_REGULATION}, Article 19(1)(f)` },
    ...{ ...UK, note: 'The function of the product, unless it is clear from how it is presented.' },
  },
  {
    ...{ region: 'GB', requirement: 'durability', authority: `${UK_REGULATION}, Article 19(1)(c)` },
    ...{ ...UK, note: 'The period after opening, or a best-before date if it keeps for 30 months or less.' },
  },
  {
    ...{ region: 'GB', requirement: 'origin-country', authority: `${UK_REGULATION}, Article 19(1)(a)` },
    ...{ ...UK, note: 'Imported cosmetics state their country of origin.' },
  },
  {
    ...{ region: 'GB', requirement: 'net-quantity', authority: `${UK_REGULATION}, Article 19(1)(b)` },
    ...{ ...UK, note: 'The content at the time of packaging, by weight or volume.' },
  },
  {
    ...{ region: 'IN', requirement: 'responsible-person', ...INDIA_PACKAGES, everyProduct: true },
    note: 'The name and address of the manufacturer, packer, or importer.',
  },
  {
    ...{ region: 'IN', requirement: 'origin-country', ...INDIA_TRADE, everyProduct: true },
    note: 'Sellers state the country of origin on the product page.',
  },
  {
    ...{ region: 'IN', requirement: 'best-before', ...INDIA_TRADE },
    note: 'Sellers state the best-before or use-before date.',
  },
  {
    ...{ region: 'IN', requirement: 'net-quantity', ...INDIA_PACKAGES },
    note: 'The net quantity in standard units.',
  },
]

/** Such as `gb-responsible-person`. No region has two duties with the same requirement. */
export const dutyId = ({ region, requirement }: Pick<Duty, 'region' | 'requirement'>): string =>
  `${region.toLowerCase()}-${requirement}`

/** `on` is a day such as 2027-01-01. */
export const dutiesOn = (on: string, regions: readonly RegionCode[]): Duty[] =>
  DUTIES.filter(({ region, since }) => regions.includes(region) && since <= on)

/** Responsible person (United Kingdom). */
export const dutyTitle = ({ region, requirement }: Pick<Duty, 'region' | 'requirement'>): string =>
  `${REQUIREMENT_NAMES[requirement]} (${REGIONS[region].country})`
