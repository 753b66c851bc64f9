import { z } from 'zod'
import { CATEGORIES } from './product.ts'
import { PUBLISH_STATUSES } from './publish-status.ts'

const text = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength, `Use at most ${maxLength} characters.`)
    .refine(
      (value) => !value.includes('\0'),
      'This text contains a character that can’t be saved. Remove it.',
    )
const lines = z
  .array(text(500))
  .max(60, 'Use at most 60 lines.')
  .transform((items) => items.flatMap((item) => item.split(/\s*[\r\n]+\s*/)).filter(Boolean))
const cents = z
  .int('Enter an amount such as 68.00.')
  .positive('Enter a price greater than zero.')
  .max(99_999_999_99, 'Enter a price of at most $99,999,999.99.')

/** Empty text is stored as null. */
const optionalText = (maxLength: number) =>
  text(maxLength)
    .nullable()
    .transform((value) => value || null)

/** The digits count three times and once, from the right, and their sum ends in 0. */
export function isGtin(code: string): boolean {
  if (!/^([0-9]{8}|[0-9]{12,14})$/.test(code)) return false
  const digits = [...code].reverse().map(Number)
  return digits.reduce((sum, digit, place) => sum + digit * (place % 2 ? 3 : 1), 0) % 10 === 0
}

/** What an administrator can edit. Prices are in US cents. */
export const ProductDraft = z
  .object({
    name: text(200).min(1, 'Enter a name.'),
    brand: text(100),
    tagline: text(200),
    description: text(10_000),
    category: z.enum(CATEGORIES, 'Choose a category.'),
    price: cents,
    originalPrice: cents.nullable(),
    sizeQuantity: z
      .number()
      .min(0.01, 'Enter a size greater than zero.')
      .max(99_999, 'Enter a size of at most 99,999.')
      .nullable(),
    sizeUnit: z.enum(['ml', 'g'], 'Choose ml or g.').nullable(),
    shadeName: optionalText(60),
    shadeCode: optionalText(20),
    shadeColor: optionalText(7)
      .transform((color) => color?.toLowerCase() ?? null)
      .refine((color) => color === null || /^#[0-9a-f]{6}$/.test(color), 'Enter a color such as #8c3a4f.'),
    shadeFinish: optionalText(40),
    sku: optionalText(64),
    barcode: optionalText(14).refine(
      (code) => code === null || isGtin(code),
      'Enter a valid GTIN of 8, 12, 13, or 14 digits. One of these digits is wrong or missing.',
    ),
    weight: z
      .int('Enter the weight in whole grams.')
      .positive('Enter a weight greater than zero.')
      .max(1_000_000, 'Enter a weight of at most 1,000,000 g.')
      .nullable(),
    benefits: lines,
    ingredients: lines,
    howToUse: lines,
    keywords: lines,
    featured: z.boolean(),
    status: z.enum(PUBLISH_STATUSES, 'Choose draft, published, or archived.'),
  })
  .superRefine(({ price, originalPrice, sizeQuantity, sizeUnit, ...draft }, issues) => {
    if (!draft.shadeName && (draft.shadeCode || draft.shadeColor || draft.shadeFinish))
      issues.addIssue({ code: 'custom', path: ['shadeName'], message: 'Enter a name for this shade.' })
    if (originalPrice !== null && originalPrice <= price)
      issues.addIssue({
        code: 'custom',
        path: ['originalPrice'],
        message: 'The compare-at price must be higher than the price. Leave it empty if there is none.',
      })
    if ((sizeQuantity === null) !== (sizeUnit === null))
      issues.addIssue({ code: 'custom', path: ['sizeQuantity'], message: 'Enter both a size and a unit.' })
  })
export type ProductDraft = z.infer<typeof ProductDraft>

export function slugify(name: string, fallback = 'product'): string {
  const folded = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return (
    folded
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 80)
      .replace(/-$/, '') || fallback
  )
}
