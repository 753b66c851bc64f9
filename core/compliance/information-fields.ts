import {
  choiceField,
  emptyValues,
  type Field,
  linesField,
  optionalNumberField,
  optionalTextField,
  publicFields,
} from '#core/fields/fields.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import { isCountryCode } from './countries.ts'

export const PRODUCT_KINDS = ['cosmetic', 'other'] as const

/** A number that an authority gave a product. */
const notificationField = (label: string, hint: string): Field<string | null> & { hint: string } =>
  optionalTextField({ label, hint, seenBy: 'staff', maxLength: 60 })

/** What staff enter. Price, size, and ingredients are the product's own. */
export const INFORMATION_FIELDS = {
  kind: choiceField(PRODUCT_KINDS, 'cosmetic', {
    label: 'Kind',
    hint: 'Tools, accessories, and room scents aren’t cosmetics.',
    seenBy: 'everyone',
    error: 'Use cosmetic or other.',
  }),
  productType: optionalTextField({
    label: 'Product type',
    hint: 'What it is or does, such as Face serum.',
    seenBy: 'everyone',
    maxLength: 100,
  }),
  precautions: linesField({
    label: 'Precautions (one per line)',
    hint: 'The warnings of its label, such as: Avoid contact with eyes.',
    seenBy: 'everyone',
  }),
  originCountry: optionalTextField({
    label: 'Country of origin',
    description: 'A two-letter country code, as in ISO 3166-1',
    seenBy: 'everyone',
    maxLength: 2,
    normalize: (code) => code.toUpperCase(),
    isValid: isCountryCode,
    error: 'Use a two-letter country code, such as FR.',
  }),
  monthsAfterOpening: optionalNumberField('integer', {
    label: 'Months after opening',
    hint: 'How long it stays good once opened, such as 12.',
    description: 'How long it stays good once opened',
    seenBy: 'everyone',
    pattern: /^[0-9]{1,3} ?M?$/i,
    error: 'Enter whole months, such as 12.',
    min: [1, 'Enter at least 1 month.'],
    max: [120, 'Enter at most 120 months.'],
  }),
  bestBefore: optionalTextField({
    label: 'Best before',
    hint: 'A date, or how to find it, such as: 24 months from the date on the base.',
    seenBy: 'everyone',
    maxLength: 100,
  }),
  hsCode: optionalTextField({
    label: 'HS code',
    hint: 'For customs: 6 to 10 digits, such as 3304.99.',
    seenBy: 'staff',
    maxLength: 14,
    normalize: (code) => code.replace(/[. ]/g, ''),
    isValid: (code) => /^[0-9]{6,10}$/.test(code),
    error: 'Enter 6 to 10 digits, such as 3304.99.',
  }),
  fdaListingNumber: notificationField('FDA listing number', 'For the United States.'),
  cnfNumber: notificationField('Cosmetic Notification Form number', 'For Canada.'),
  scpn: notificationField('SCPN reference', 'For the United Kingdom.'),
}
export type InformationFieldName = keyof typeof INFORMATION_FIELDS

export const EMPTY_INFORMATION = emptyValues(INFORMATION_FIELDS)

/** What shoppers see. */
export const PUBLIC_INFORMATION_FIELDS = publicFields(INFORMATION_FIELDS)

/** The authority’s number of each region that has one. */
export const NOTIFICATION_FIELDS = {
  US: 'fdaListingNumber',
  CA: 'cnfNumber',
  GB: 'scpn',
} as const satisfies Partial<Record<RegionCode, InformationFieldName>>
