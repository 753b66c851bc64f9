import { z } from 'zod'
import type { Picture } from '#core/media/picture.ts'
import { CategoryDraft } from '../categories/category-draft.ts'

export const MAX_COLLECTIONS = 200
export const MAX_COLLECTION_PRODUCTS = 100

const amount = z
  .int('Enter an amount such as 50.00.')
  .min(1, 'Enter an amount greater than zero.')
  .max(99_999_999_99, 'Enter an amount of at most $99,999,999.99.')
  .nullable()
  .default(null)

const text = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength, `Use at most ${maxLength} characters.`)
    .refine((value) => !value.includes('\0'), 'Remove the character that can’t be saved.')

/** A product meets all conditions that are set. */
export const CollectionRule = z.object({
  brand: text(100).default(''),
  /** One of the product's search keywords. */
  keyword: text(500).default(''),
  /** By name, with its children. */
  category: text(60).default(''),
  minPrice: amount,
  maxPrice: amount,
  /** Created in the last days. */
  newDays: z
    .int('Enter whole days, such as 30.')
    .min(1, 'Enter at least one day.')
    .max(3650, 'Enter at most 3,650 days.')
    .nullable()
    .default(null),
  /** Only products with a compare-at price. */
  reduced: z.boolean().default(false),
})
export type CollectionRule = z.infer<typeof CollectionRule>

export const CollectionDraft = z.object({
  name: text(60)
    .min(1, 'Enter a name.')
    .refine((name) => !/\p{Cc}/u.test(name), 'Use one line.'),
  /** From the name if it is empty. */
  slug: text(80)
    .regex(/^([a-z0-9]+(-[a-z0-9]+)*)?$/, 'Use lowercase letters, digits, and hyphens, such as gift-sets.')
    .default(''),
  description: text(500).default(''),
  pictureId: CategoryDraft.shape.pictureId,
  hidden: z.boolean().default(false),
  /** Null if staff choose the products. */
  rule: CollectionRule.nullable()
    .default(null)
    .refine(
      (rule) =>
        rule === null ||
        rule.reduced ||
        [rule.brand, rule.keyword, rule.category, rule.minPrice, rule.maxPrice, rule.newDays].some(Boolean),
      'Enter at least one condition.',
    )
    .refine(
      (rule) => rule?.minPrice == null || rule.maxPrice === null || rule.minPrice <= rule.maxPrice,
      'The lowest price is higher than the highest price.',
    ),
  /** By ID, in their order. Without a rule only. */
  productIds: z
    .array(z.string().max(40))
    .max(MAX_COLLECTION_PRODUCTS, `Choose at most ${MAX_COLLECTION_PRODUCTS} products.`)
    .transform((ids) => [...new Set(ids)])
    .default([]),
})
export type CollectionDraft = z.infer<typeof CollectionDraft>

export type Collection = {
  id: string
  name: string
  slug: string
  description: string
  picture: Picture | null
  rule: CollectionRule | null
}
