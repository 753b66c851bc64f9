import { z } from 'zod'
import { MAX_CATEGORY_NAME } from './category.ts'

export const MAX_CATEGORIES = 200
export const MAX_CATEGORY_DESCRIPTION = 500

const plainText = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength, `Use at most ${maxLength} characters.`)
    .refine(
      (text) => !/\p{Cc}/u.test(text.replaceAll(/\r?\n/g, ' ')),
      'Remove the character that can’t be saved.',
    )

/** What staff edit of a category. */
export const CategoryDraft = z.object({
  name: plainText(MAX_CATEGORY_NAME)
    .min(1, 'Enter a name.')
    .refine((name) => !/[\r\n]/.test(name), 'Use one line.')
    .refine((name) => name.toLowerCase() !== 'all', '“All” is the list of all products. Use another name.'),
  /** From the name if it is empty. */
  slug: z
    .string()
    .trim()
    .max(80, 'Use at most 80 characters.')
    .regex(/^([a-z0-9]+(-[a-z0-9]+)*)?$/, 'Use lowercase letters, digits, and hyphens, such as hair-oils.')
    .default(''),
  description: plainText(MAX_CATEGORY_DESCRIPTION).default(''),
  pictureId: z
    .string()
    .max(40)
    .nullable()
    .transform((id) => id || null)
    .default(null),
  hidden: z.boolean().default(false),
  parentId: z
    .string()
    .max(40)
    .nullable()
    .transform((id) => id || null)
    .default(null),
})
export type CategoryDraft = z.infer<typeof CategoryDraft>
