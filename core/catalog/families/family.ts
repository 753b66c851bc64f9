import { z } from 'zod'
import { inputSchemas, storedSchemas } from '#core/fields/field-schemas.ts'
import { emptyValues, type FieldValues, pickFields, textField } from '#core/fields/fields.ts'
import { OPTION_FIELDS, type OptionField, PRODUCT_FIELDS, SHARED_TEXT_FIELDS } from '../product-fields.ts'
import { formatSize } from '../size.ts'

export const FAMILY_OPTIONS = ['shade', 'size'] as const
export type FamilyOption = (typeof FAMILY_OPTIONS)[number]

export const MAX_MEMBERS = 200

/** What its members share, besides its options. A member without text of its own shows the family's. */
export const FAMILY_FIELDS = {
  name: textField({ label: 'Name', seenBy: 'everyone', maxLength: 120, required: 'Enter a name.' }),
  ...pickFields(PRODUCT_FIELDS, ['brand', 'category', ...SHARED_TEXT_FIELDS]),
}

/** What staff can edit. */
export const FamilyDraft = z.object({
  ...inputSchemas(FAMILY_FIELDS),
  options: z
    .array(z.enum(FAMILY_OPTIONS))
    .min(1, 'Choose shade, size, or both.')
    .transform((chosen) => FAMILY_OPTIONS.filter((option) => chosen.includes(option))),
})
export type FamilyDraft = z.infer<typeof FamilyDraft>

/** The same fields as they are stored. */
export const FamilyFields = z.strictObject({
  ...storedSchemas(FAMILY_FIELDS),
  options: z.array(z.enum(FAMILY_OPTIONS)),
})

/** What a new member has besides its family's text. */
export const MEMBER_FIELDS = pickFields(PRODUCT_FIELDS, [
  ...OPTION_FIELDS,
  'price',
  'sku',
  'barcode',
  'weight',
])
export type MemberDraft = FieldValues<typeof MEMBER_FIELDS>
export const EMPTY_MEMBER: MemberDraft = emptyValues(MEMBER_FIELDS)
export type MemberOptions = Pick<MemberDraft, OptionField>

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
    options.includes('size') && formatSize(member),
  ]
  return parts.filter(Boolean).join(', ').slice(0, 200)
}
