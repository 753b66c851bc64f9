import { CUSTOM_OPTIONS } from '#core/catalog/families/family-options.ts'
import { PRODUCT_FIELD_NAMES, PRODUCT_FIELDS, type ProductFieldName } from '#core/catalog/product-fields.ts'
import { type Field, snakeCase } from '#core/fields/fields.ts'

export const MAX_LISTED_COLUMNS = 100
/** In characters. It is part of a database key. */
export const MAX_HEADING_LENGTH = 500

/** They identify a product, or come with the family of its row. */
const UNMAPPABLE: ProductFieldName[] = ['name', 'category', ...CUSTOM_OPTIONS]

/** The fields that a column of another name can fill, by their columns in our own files. */
export const MAPPABLE_FIELDS: ReadonlyMap<string, Field> = new Map(
  PRODUCT_FIELD_NAMES.flatMap((name) => {
    const field: Field = PRODUCT_FIELDS[name]
    const { csv = snakeCase(name) } = field
    const isText = field.kind === 'text' || field.kind === 'lines' || csv === 'size'
    return isText && csv !== null && !UNMAPPABLE.includes(name) ? [[csv, field]] : []
  }),
)

/** Without the form's hints: “Benefits (one per line)” are the benefits. */
export const mappableLabel = (field: string): string =>
  MAPPABLE_FIELDS.get(field)?.label.replace(/ \(.*/, '') ?? field

/** What staff chose for the columns of a format, by heading. Null if a column isn't imported. */
export type ColumnMapping = readonly (readonly [heading: string, field: string | null])[]

/** Without what the database can't store. */
export const cleanHeading = (heading: string) => heading.replaceAll('\0', '\uFFFD').toWellFormed().trim()
