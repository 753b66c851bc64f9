import { z } from 'zod'
import { inputSchemas, storedSchemas } from '#core/fields/field-schemas.ts'
import { emptyValues, type FieldValues, pickFields, textField } from '#core/fields/fields.ts'
import { OPTION_FIELDS, type OptionField, PRODUCT_FIELDS, SHARED_TEXT_FIELDS } from '../product-fields.ts'
import {
  FAMILY_OPTIONS,
  type FamilyOption,
  MAX_OPTIONS,
  type OptionSettings,
  type OptionValues,
  optionProblems,
  optionValue,
} from './family-options.ts'
import { OptionSettingsSchema } from './option-settings.ts'

export const MAX_MEMBERS = 200

/** What its members share, besides its options. A member without text of its own shows the family's. */
export const FAMILY_FIELDS = {
  name: textField({ label: 'Name', seenBy: 'everyone', maxLength: 120, required: 'Enter a name.' }),
  ...pickFields(PRODUCT_FIELDS, ['brand', 'category', ...SHARED_TEXT_FIELDS]),
}

/** What staff can edit. */
export const FamilyDraft = z
  .object({
    ...inputSchemas(FAMILY_FIELDS),
    options: z
      .array(z.enum(FAMILY_OPTIONS))
      .min(1, 'Choose at least one option.')
      .overwrite((options) => [...new Set(options)])
      .refine(
        (options) => options.length <= MAX_OPTIONS,
        `Products of a family differ by up to ${MAX_OPTIONS} options.`,
      ),
    optionSettings: OptionSettingsSchema.default({}),
  })
  .superRefine(({ options, optionSettings }, issues) => {
    for (const { option, message } of optionProblems(options, optionSettings))
      issues.addIssue({ code: 'custom', path: [`optionSettings.${option}.name`], message })
  })
export type FamilyDraft = z.infer<typeof FamilyDraft>
/** Without settings, options have their usual names. */
export type FamilyInput = z.input<typeof FamilyDraft>

/** The same fields as they are stored. */
export const FamilyFields = z.strictObject({
  ...storedSchemas(FAMILY_FIELDS),
  options: z.array(z.enum(FAMILY_OPTIONS)),
  optionSettings: OptionSettingsSchema,
})

/** Without those of options that the family no longer has. */
export const usedSettings = ({ options, optionSettings }: FamilyDraft): OptionSettings =>
  Object.fromEntries(
    options.flatMap((option) => {
      const setting = optionSettings[option]
      return setting ? [[option, setting]] : []
    }),
  )

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
  member: OptionValues,
  options: readonly FamilyOption[] = FAMILY_OPTIONS,
): string {
  const parts = [family, ...options.map((option) => optionValue(option, member))]
  return parts.filter(Boolean).join(', ').slice(0, 200)
}
