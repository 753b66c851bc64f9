import { z } from 'zod'
import { INITIAL_CATEGORIES } from '#core/catalog/categories/category.ts'
import { FAMILY_OPTIONS } from '#core/catalog/families/family-options.ts'
import { people } from '../customers/people.ts'
import catalogJson from './catalog.json' with { type: 'json' }
import familiesJson from './families.json' with { type: 'json' }

const DemoReview = z.strictObject({
  /** The reviewer's index in `people`. */
  by: z
    .int()
    .min(0)
    .max(people.length - 1),
  rating: z.literal([1, 2, 3, 4, 5]),
  title: z.string(),
  text: z.string(),
  daysAgo: z.number().positive(),
})

/** `null` for products without a measure, such as a brush. */
const Size = z.strictObject({ quantity: z.number().positive(), unit: z.enum(['ml', 'g']) }).nullable()

/** Prices are in US cents. */
const CatalogEntry = z.strictObject({
  slug: z.string(),
  name: z.string(),
  brand: z.string(),
  category: z.enum(INITIAL_CATEGORIES),
  tagline: z.string(),
  description: z.string(),
  price: z.int().positive(),
  /** A higher price that was actually charged before. */
  originalPrice: z.int().positive().optional(),
  size: Size,
  benefits: z.array(z.string()),
  /** INCI names in descending order of weight; empty for tools. */
  ingredients: z.array(z.string()),
  howToUse: z.array(z.string()),
  /** Search terms that appear in none of the texts above. */
  keywords: z.array(z.string()),
  line: z.string().optional(),
  routineStep: z.int().positive().optional(),
  stock: z.int().positive(),
  reviews: z.array(DemoReview),
})

/** Only what differs from the lead. The lead's own values are in the catalog. */
const FamilyMember = z.strictObject({
  slug: z.string(),
  shade: z
    .strictObject({ name: z.string(), code: z.string(), color: z.string(), finish: z.string() })
    .optional(),
  size: Size.optional(),
  price: z.int().positive().optional(),
  sku: z.string(),
  barcode: z.string(),
  /** In grams. */
  weight: z.int().positive(),
  tagline: z.string().optional(),
  keywords: z.array(z.string()).optional(),
  stock: z.int().positive().optional(),
  reviews: z.array(DemoReview).optional(),
})
type FamilyMember = z.infer<typeof FamilyMember>

const CatalogFamily = z.strictObject({
  slug: z.string(),
  name: z.string(),
  /** The slug of the catalog entry whose values its members share. */
  lead: z.string(),
  options: z.array(z.enum(FAMILY_OPTIONS)),
  /** Without text of its own, a family has its lead's. */
  tagline: z.string().optional(),
  description: z.string().optional(),
  members: z.array(FamilyMember),
})

export type DemoProduct = z.infer<typeof CatalogEntry> &
  Partial<Pick<FamilyMember, 'shade' | 'sku' | 'barcode' | 'weight'>>

const entries = z.array(CatalogEntry).parse(catalogJson)

export const families = z
  .array(CatalogFamily)
  .parse(familiesJson)
  .map((family) => ({ ...family, lead: findEntry(family.lead) }))

/** Shoppers see a family as one product. */
export const LISTING_COUNT = entries.length

/** In display order, with the lead for each family; its other members come last. The first six appear on the home page. */
export const catalog: DemoProduct[] = [...entries.map(withOptions), ...families.flatMap(otherMembers)]

/** An index in `catalog` for each product of this listing. */
export function listingProducts(listing: number): number[] {
  const family = families.find(({ lead }) => lead.slug === catalog[listing]?.slug)
  if (!family) return [listing]
  return family.members.map((member) => catalog.findIndex(({ slug }) => slug === member.slug))
}

function findEntry(productSlug: string) {
  const entry = entries.find(({ slug }) => slug === productSlug)
  if (!entry) throw new Error(`The catalog has no ${productSlug}`)
  return entry
}

/** Text that the family has is left out. */
function withOptions(entry: DemoProduct): DemoProduct {
  const family = families.find(({ lead }) => lead.slug === entry.slug)
  const member = family?.members.find(({ slug }) => slug === entry.slug)
  if (!family || !member) return entry
  return {
    ...entry,
    shade: member.shade,
    sku: member.sku,
    barcode: member.barcode,
    weight: member.weight,
    tagline: family.tagline ? entry.tagline : '',
    description: family.description ? entry.description : '',
    benefits: [],
    howToUse: [],
  }
}

function otherMembers({ lead, members }: (typeof families)[number]): DemoProduct[] {
  return members
    .filter(({ slug }) => slug !== lead.slug)
    .map(({ tagline = '', keywords = [], reviews = [], ...member }) => ({
      ...lead,
      ...member,
      ...{ tagline, keywords, reviews, description: '', benefits: [], howToUse: [] },
    }))
}
