import { CUSTOM_OPTIONS, FAMILY_OPTIONS, type FamilyOption } from '#core/catalog/families/family-options.ts'
import { isKnownUnit, parseSize } from '#core/catalog/size.ts'
import { type ImportFileRow, previewCell } from '../product-csv.ts'

import type { ImportProblem } from '../product-import.ts'
import { findDifferences, unsupportedKind } from './differences.ts'
import { formatFamilyOptions } from './family-options-cell.ts'
import { variantSlug } from './handle-slug.server.ts'
import { htmlToText } from './html-text.ts'
import { fromShopifyRow, type ImportCategories, type ShopifyRow } from './shopify-csv.ts'
import { readShopifyPictures } from './shopify-pictures.ts'

export type ShopifyLine = {
  line: number
  row: ShopifyRow
  lineError: string | undefined
  otherCells: ReadonlyMap<string, string>
}

const OPTION_NUMBERS = [1, 2, 3] as const

/** The lines of one handle: a product per variant, in one family if there are several. */
export function* toVariantRows(
  lines: ShopifyLine[],
  categories: ImportCategories,
  skippedOptions: Set<string>,
): Generator<ImportFileRow> {
  const [first] = lines
  if (!first) return
  const variants = lines.filter(
    ({ row }) => row === first.row || row.price?.trim() || row.option1Value?.trim(),
  )
  const options = readOptions(first.row, variants)
  const isFamily = variants.length > 1
  const familyOptions = writeOptions(options)
  const slugs = new Set<string>()
  const shared = productFields(first.row)
  const picturesOf = readShopifyPictures(lines.map(({ row }) => row))
  const description = first.row.body === undefined ? undefined : htmlToText(first.row.body)
  for (const [index, { line, row, lineError, otherCells }] of variants.entries()) {
    const cells = fromShopifyRow({ ...row, ...shared }, categories)
    if (description !== undefined) cells.description = description
    const unsupported = [...changedOptions(first, row), ...unsupportedKind({ ...row, ...shared })]
    const differences = findDifferences(row)
    for (const { number, name, option, isSame } of options) {
      const value = row[`option${number}Value`]?.trim() ?? ''
      const stored = option === 'size' ? sizeOf(value) : value
      if (option && stored && (isFamily || option === 'shade' || option === 'size')) cells[option] = stored
      else if (value && (!isFamily || isSame)) skippedOptions.add(`${name} ${value}`)
    }
    if (isFamily) {
      const { slug = '', name } = cells
      const text = FAMILY_OPTIONS.flatMap((option) => cells[option] || []).join(' ')
      Object.assign(cells, { family: slug, family_name: name, position: String(index + 1) })
      cells.family_options = familyOptions
      // Search engines want a title for each page.
      if (cells.seo_title && text) cells.seo_title = `${cells.seo_title}, ${text}`
      cells.slug = variantSlug(slug, text || String(index + 1), slugs)
      slugs.add(cells.slug)
    }
    // The first line has what the variants share.
    const pictures = picturesOf(row)
    yield {
      ...{ line, cells, lineError: lineError ?? first.lineError, otherCells },
      ...(unsupported.length && { unsupported }),
      ...(differences.length && { differences }),
      ...(pictures.length && { pictures }),
    }
  }
}

/** Shopify writes a product's custom fields on its first line. Those of variants are each variant's own. */
export function shareCells(lines: ShopifyLine[]): ShopifyLine[] {
  const ofProduct = [...(lines[0]?.otherCells ?? [])].filter(
    ([heading]) => !heading.includes('variant.metafields.'),
  )
  if (!ofProduct.length) return lines
  return lines.map((line) => ({ ...line, otherCells: new Map([...ofProduct, ...line.otherCells]) }))
}

/** Shopify writes these on the first line only. */
const PRODUCT_FIELDS = [
  ...(['handle', 'title', 'vendor', 'category', 'type', 'tags', 'published', 'status'] as const),
  ...(['seoTitle', 'seoDescription', 'collections', 'giftCard'] as const),
]

const productFields = (row: ShopifyRow): ShopifyRow =>
  Object.fromEntries(PRODUCT_FIELDS.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])))

type ShopifyOption = {
  number: (typeof OPTION_NUMBERS)[number]
  name: string
  /** Where its values are stored. Undefined if it tells no variants apart. */
  option: FamilyOption | undefined
  /** It has one value. */
  isSame: boolean
}

function readOptions(product: ShopifyRow, variants: ShopifyLine[]): ShopifyOption[] {
  const taken = new Set<FamilyOption>()
  return OPTION_NUMBERS.flatMap((number): ShopifyOption[] => {
    const name = product[`option${number}Name`]?.trim() ?? ''
    const values = [...new Set(variants.map(({ row }) => row[`option${number}Value`]?.trim() ?? ''))]
    if (!name || (name === 'Title' && values.includes('Default Title'))) return []
    const isSame = values.length === 1
    const kind = kindOf(name, values)
    const custom = CUSTOM_OPTIONS.find((option) => !taken.has(option))
    const option = kind && !taken.has(kind) ? kind : isSame ? undefined : custom
    if (option) taken.add(option)
    return [{ number, name, option, isSame }]
  })
}

/** A size only if each value is a quantity with a unit: “Small” is text. */
export function kindOf(name: string, values: string[]): 'shade' | 'size' | undefined {
  if (SHADE_NAME.test(name)) return 'shade'
  return SIZE_NAME.test(name) && values.every((value) => !value || sizeOf(value)) ? 'size' : undefined
}

const SHADE_NAME = /^(colou?r|shade|tint|tone)( name)?$/i
const SIZE_NAME = /^(size|volume|weight)$/i

/** “1.7 oz / 50 ml” is stored as “50 ml”. */
function sizeOf(value: string): string | undefined {
  const [metric] = /[0-9]{1,5}(?:[.,][0-9]{1,2})? ?(?:ml|g)\b/i.exec(value) ?? []
  const size = parseSize(value)
  return metric ?? (!('error' in size) && isKnownUnit(size.sizeUnit) ? value : undefined)
}

/** In Shopify's order, with Shopify's names. */
function writeOptions(options: ShopifyOption[]): string {
  const used = options.filter(({ option, isSame }) => option && !(option === 'size' && isSame))
  const optionSettings = Object.fromEntries(
    used.map(({ option, name }) => [option, { name, display: 'button' as const }]),
  )
  return formatFamilyOptions({ options: used.flatMap(({ option }) => option ?? []), optionSettings })
}

function changedOptions({ line, row: product }: ShopifyLine, row: ShopifyRow): ImportProblem[] {
  return OPTION_NUMBERS.flatMap((number) => {
    const [before, name] = [product, row].map((from) => from[`option${number}Name`]?.trim() ?? '')
    return name && name !== before
      ? [
          {
            column: `Option${number} Name`,
            value: previewCell(name),
            problem: `Line ${line} ${before ? `names this option “${previewCell(before)}”` : 'has no such option'}. All variants of a product have the same options.`,
          },
        ]
      : []
  })
}
