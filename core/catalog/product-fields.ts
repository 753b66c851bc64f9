import {
  amountField,
  choiceField,
  emptyValues,
  flagField,
  linesField,
  optionalAmountField,
  optionalDateField,
  optionalNumberField,
  optionalTextField,
  publicFields,
  textField,
} from '#core/fields/fields.ts'
import { MAX_CATEGORY_NAME } from './categories/category.ts'
import { CUSTOM_OPTIONS } from './families/family-options.ts'
import { PUBLISH_STATUSES } from './publish-status.ts'
import { isUnit, normalizeUnit } from './size.ts'

/** A value of an option that the product's family has. */
const customOption = (label: string) => optionalTextField({ label, seenBy: 'everyone', maxLength: 60 })

/** What staff edit of a product. Our CSV files have the columns in this order. */
export const PRODUCT_FIELDS = {
  name: textField({ label: 'Name', seenBy: 'everyone', maxLength: 200, required: 'Enter a name.' }),
  brand: textField({ label: 'Brand', seenBy: 'everyone', maxLength: 100 }),
  /** One of the owner's, by name. The database refuses others. */
  category: textField({
    label: 'Category',
    seenBy: 'everyone',
    maxLength: MAX_CATEGORY_NAME,
    required: 'Choose a category.',
  }),
  price: amountField({
    label: 'Price (USD)',
    hint: 'Other currencies are converted.',
    seenBy: 'everyone',
  }),
  originalPrice: optionalAmountField({
    label: 'Compare-at price',
    hint: 'The regular price while an offer reduces it, shown crossed out.',
    seenBy: 'everyone',
  }),
  status: choiceField(PUBLISH_STATUSES, 'draft', {
    label: 'Status',
    seenBy: 'staff',
    error: 'Use draft, published, or archived.',
  }),
  featured: flagField({ label: 'Featured on the home page', seenBy: 'everyone' }),
  sizeQuantity: optionalNumberField('numeric', {
    label: 'Size',
    seenBy: 'everyone',
    csv: 'size',
    pattern: /^[0-9]{1,5}(\.[0-9]{1,2})?$/,
    error: 'Enter the size as a number, such as 30, of at most 99,999 and with at most two decimal places.',
    min: [0.01, 'Enter a size greater than zero.'],
    max: [99_999, 'Enter a size of at most 99,999.'],
  }),
  sizeUnit: optionalTextField({
    label: 'Unit',
    hint: 'Such as ml, g, oz, or pieces.',
    seenBy: 'everyone',
    csv: null,
    maxLength: 20,
    normalize: normalizeUnit,
    isValid: isUnit,
    error: 'Enter a unit such as ml, g, oz, or pieces, without digits.',
  }),
  tagline: textField({
    label: 'Tagline',
    hint: 'One sentence under the name.',
    seenBy: 'everyone',
    maxLength: 200,
  }),
  description: textField({ label: 'Description', seenBy: 'everyone', maxLength: 10_000 }),
  benefits: linesField({ label: 'Benefits (one per line)', seenBy: 'everyone' }),
  ingredients: linesField({ label: 'Ingredients (one per line)', seenBy: 'everyone' }),
  howToUse: linesField({ label: 'How to use (one step per line)', seenBy: 'everyone' }),
  keywords: linesField({
    label: 'Search keywords (one per line)',
    hint: 'Other words that shoppers search for. They aren’t shown.',
    seenBy: 'staff',
  }),
  shadeName: optionalTextField({
    label: 'Shade',
    hint: 'For makeup, such as Mulberry.',
    seenBy: 'everyone',
    csv: 'shade',
    maxLength: 60,
  }),
  shadeCode: optionalTextField({ label: 'Shade code', seenBy: 'everyone', maxLength: 20 }),
  shadeColor: optionalTextField({
    label: 'Shade color (such as #8c3a4f)',
    seenBy: 'everyone',
    maxLength: 7,
    normalize: (color) => color.toLowerCase(),
    isValid: (color) => /^#[0-9a-f]{6}$/.test(color),
    error: 'Enter a color such as #8c3a4f.',
  }),
  shadeFinish: optionalTextField({ label: 'Finish', seenBy: 'everyone', csv: 'finish', maxLength: 40 }),
  option1: customOption('Other option 1'),
  option2: customOption('Other option 2'),
  option3: customOption('Other option 3'),
  sku: optionalTextField({
    label: 'SKU',
    hint: 'Your own code for this product, on slips and labels.',
    seenBy: 'everyone',
    maxLength: 64,
  }),
  barcode: optionalTextField({
    label: 'Barcode (GTIN)',
    description: 'A GTIN of 8, 12, 13, or 14 digits',
    seenBy: 'everyone',
    maxLength: 14,
    isValid: isGtin,
    error: 'Enter a valid GTIN of 8, 12, 13, or 14 digits. One of these digits is wrong or missing.',
  }),
  weight: optionalNumberField('integer', {
    label: 'Weight (g)',
    description: 'In grams',
    seenBy: 'staff',
    pattern: /^[0-9]{1,7}( ?g)?$/i,
    error: 'Enter the weight in whole grams, such as 120.',
    min: [1, 'Enter a weight greater than zero.'],
    max: [1_000_000, 'Enter a weight of at most 1,000,000 g.'],
  }),
  line: optionalTextField({
    label: 'Line',
    hint: 'Products of one line are suggested together in the cart, such as Evening face.',
    seenBy: 'everyone',
    maxLength: 60,
  }),
  routineStep: optionalNumberField('integer', {
    label: 'Step in the line',
    hint: 'Its place in the routine: 1 comes first.',
    seenBy: 'everyone',
    csv: 'step',
    pattern: /^[0-9]{1,2}$/,
    error: 'Enter the step as a whole number from 1 to 99.',
    min: [1, 'Enter a step of at least 1.'],
    max: [99, 'Enter a step of at most 99.'],
  }),
  cost: optionalAmountField({
    label: 'Cost per item',
    hint: 'What you pay for it. Shoppers don’t see it.',
    seenBy: 'staff',
  }),
  preorderDate: optionalDateField({
    label: 'Pre-order: ships on',
    hint: 'Shoppers order from the stock that you expect, and see this date. Clear it when the stock is in.',
    description: 'The day from which its pre-orders ship. Null when it isn’t a pre-order',
    seenBy: 'everyone',
    error: 'Enter a date such as 2027-06-03.',
  }),
  seoTitle: optionalTextField({
    label: 'Title for search engines',
    hint: 'Instead of the name and the store’s name.',
    seenBy: 'everyone',
    maxLength: 200,
  }),
  seoDescription: optionalTextField({
    label: 'Description for search engines',
    hint: 'Instead of the tagline and the description. About 150 characters are shown.',
    seenBy: 'everyone',
    maxLength: 500,
  }),
}

export type ProductFieldName = keyof typeof PRODUCT_FIELDS
export const PRODUCT_FIELD_NAMES = Object.keys(PRODUCT_FIELDS) as ProductFieldName[]

export const EMPTY_DRAFT = emptyValues(PRODUCT_FIELDS)

/** What shoppers and everyone else see. */
export const PUBLIC_FIELDS = publicFields(PRODUCT_FIELDS)

/** What tells the products of a family apart. Shoppers and the API get these as a shade and a size. */
export const OPTION_FIELDS = [
  'shadeName',
  'shadeCode',
  'shadeColor',
  'shadeFinish',
  'sizeQuantity',
  'sizeUnit',
  ...CUSTOM_OPTIONS,
] as const satisfies ProductFieldName[]
export type OptionField = (typeof OPTION_FIELDS)[number]

/** A member of a family without text of its own shows the family's. */
export const SHARED_TEXT_FIELDS = [
  'tagline',
  'description',
  'benefits',
  'howToUse',
] as const satisfies ProductFieldName[]

/** The digits count three times and once, from the right, and their sum ends in 0. */
export function isGtin(code: string): boolean {
  if (!/^([0-9]{8}|[0-9]{12,14})$/.test(code)) return false
  const digits = [...code].reverse().map(Number)
  return digits.reduce((sum, digit, place) => sum + digit * (place % 2 ? 3 : 1), 0) % 10 === 0
}
