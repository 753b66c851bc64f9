import { z } from 'zod'
import { CATEGORIES } from './product.ts'
import { PUBLISH_STATUSES } from './publish-status.ts'

const text = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength, `Use at most ${maxLength} characters.`)
    .refine((value) => !value.includes('\0'), 'This holds a character that can’t be kept.')
const lines = z
  .array(text(500))
  .max(60, 'Use at most 60 lines.')
  .transform((items) => items.flatMap((item) => item.split(/\s*[\r\n]+\s*/)).filter(Boolean))
const cents = z
  .int('Write an amount such as 68.00.')
  .positive('A price is more than nothing.')
  .max(99_999_999_99, 'A price is at most 99999999.99.')

/** What an administrator can edit. Prices are in US cents. */
export const ProductDraft = z
  .object({
    name: text(200).min(1, 'A product needs a name.'),
    brand: text(100),
    tagline: text(200),
    description: text(10_000),
    category: z.enum(CATEGORIES, 'Choose one of the categories.'),
    price: cents,
    originalPrice: cents.nullable(),
    sizeQuantity: z.number().positive('A size is more than nothing.').max(99_999).nullable(),
    sizeUnit: z.enum(['ml', 'g'], 'A size is in ml or g.').nullable(),
    benefits: lines,
    ingredients: lines,
    howToUse: lines,
    keywords: lines,
    featured: z.boolean(),
    status: z.enum(PUBLISH_STATUSES, 'A product is a draft, published or archived.'),
  })
  .superRefine(({ price, originalPrice, sizeQuantity, sizeUnit }, issues) => {
    if (originalPrice !== null && originalPrice <= price)
      issues.addIssue({
        code: 'custom',
        path: ['originalPrice'],
        message: 'The price before is the higher one: write more than the price, or nothing.',
      })
    if ((sizeQuantity === null) !== (sizeUnit === null))
      issues.addIssue({ code: 'custom', path: ['sizeQuantity'], message: 'A size has a number and a unit.' })
  })
export type ProductDraft = z.infer<typeof ProductDraft>

export function slugify(name: string): string {
  const folded = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return (
    folded
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 80)
      .replace(/-$/, '') || 'product'
  )
}
