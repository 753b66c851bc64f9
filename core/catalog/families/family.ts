import { z } from 'zod'
import { CATEGORIES, displaySize } from '../product.ts'
import { ProductDraft } from '../product-draft.ts'

export const FAMILY_OPTIONS = ['shade', 'size'] as const
export type FamilyOption = (typeof FAMILY_OPTIONS)[number]

export const MAX_MEMBERS = 200

const { brand, category, tagline, description, benefits, howToUse } = ProductDraft.shape

/** What an administrator can edit. A member without text of its own shows this text. */
export const FamilyDraft = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(120, 'Use at most 120 characters.')
    .refine((name) => !name.includes('\0'), 'This text contains a character that can’t be saved. Remove it.'),
  brand,
  category,
  tagline,
  description,
  benefits,
  howToUse,
  options: z
    .array(z.enum(FAMILY_OPTIONS))
    .min(1, 'Choose shade, size, or both.')
    .transform((chosen) => FAMILY_OPTIONS.filter((option) => chosen.includes(option))),
})
export type FamilyDraft = z.infer<typeof FamilyDraft>

/** The same fields as they are stored. */
export const FamilyFields = z.strictObject({
  name: z.string(),
  brand: z.string(),
  category: z.enum(CATEGORIES),
  tagline: z.string(),
  description: z.string(),
  benefits: z.array(z.string()),
  howToUse: z.array(z.string()),
  options: z.array(z.enum(FAMILY_OPTIONS)),
})

/** What tells the members of a family apart, and what a new one needs besides. */
export const MemberDraft = z.object({
  shadeName: ProductDraft.shape.shadeName,
  shadeCode: ProductDraft.shape.shadeCode,
  shadeColor: ProductDraft.shape.shadeColor,
  shadeFinish: ProductDraft.shape.shadeFinish,
  sizeQuantity: ProductDraft.shape.sizeQuantity,
  sizeUnit: ProductDraft.shape.sizeUnit,
  price: ProductDraft.shape.price,
  sku: ProductDraft.shape.sku,
  barcode: ProductDraft.shape.barcode,
  weight: ProductDraft.shape.weight,
})
export type MemberDraft = z.infer<typeof MemberDraft>
export type MemberOptions = Pick<
  MemberDraft,
  'shadeName' | 'shadeCode' | 'shadeColor' | 'shadeFinish' | 'sizeQuantity' | 'sizeUnit'
>

export const TEXT_FIELDS = ['tagline', 'description', 'benefits', 'howToUse'] as const
type FamilyText = string | string[] | undefined

export const isSameText = (one: FamilyText, other: FamilyText) =>
  JSON.stringify(one) === JSON.stringify(other)

/** As the database names a member. */
export function memberName(
  family: string,
  { shadeName, ...member }: Pick<MemberOptions, 'shadeName' | 'sizeQuantity' | 'sizeUnit'>,
  options: readonly FamilyOption[] = FAMILY_OPTIONS,
): string {
  const parts = [
    family,
    options.includes('shade') && shadeName,
    options.includes('size') && memberSize(member),
  ]
  return parts.filter(Boolean).join(', ').slice(0, 200)
}

export function memberSize({ sizeQuantity, sizeUnit }: Pick<MemberOptions, 'sizeQuantity' | 'sizeUnit'>) {
  return sizeQuantity && sizeUnit ? displaySize({ quantity: sizeQuantity, unit: sizeUnit }) : null
}
