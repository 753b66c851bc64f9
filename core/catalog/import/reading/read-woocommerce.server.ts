import { slugify } from '#core/catalog/product-draft.ts'
import { cleanHeading } from '../columns/import-columns.ts'
import { type ImportFileRow, previewCell } from '../product-csv.ts'
import type { ImportProblem } from '../product-import.ts'
import { handleSlug } from './handle-slug.server.ts'
import type { ImportCategories, ShopifyRow } from './shopify-csv.ts'
import { kindOf, type ShopifyLine, toVariantRows } from './shopify-variants.server.ts'
import {
  hasType,
  otherCategories,
  sharedFields,
  splitList,
  taglineOf,
  variantFields,
  type WooCommerceRow,
} from './woocommerce-csv.ts'

export type WooCommerceLine = {
  line: number
  row: WooCommerceRow
  lineError: string | undefined
  otherCells: ReadonlyMap<string, string>
}
type Product = { parent: WooCommerceLine; variations: WooCommerceLine[] }

/** Variations can be anywhere in the file, so it is read whole. They become lines as Shopify has them. */
export function* toProductRows(
  lines: WooCommerceLine[],
  categories: ImportCategories,
  skippedOptions: Set<string>,
): Generator<ImportFileRow> {
  const { products, orphans } = groupByParent(lines)
  const handles = new Set<string>()
  for (const { parent, variations } of products) {
    const handle = uniqueHandle(parent.row, handles)
    const tagline = taglineOf(parent.row)
    const others = otherCategories(parent.row, categories)
    const shopifyLines = toShopifyLines({ parent, variations }, { handle, categories })
    for (const { cells, unsupported = [], ...imported } of toVariantRows(
      shopifyLines,
      categories,
      skippedOptions,
    )) {
      if (tagline !== undefined) cells.tagline = tagline
      if (parent.row.featured !== undefined) cells.featured = parent.row.featured === '1' ? 'yes' : 'no'
      const { row } = variations.find(({ line }) => line === imported.line) ?? parent
      const ownProblems = unsupported.map((problem) => withOwnColumn(problem, row))
      const problems = [...unsupportedType(parent.row), ...ownProblems]
      yield {
        ...{ ...imported, cells },
        ...(others.length && { otherCategories: others }),
        ...(problems.length && { unsupported: problems }),
      }
    }
  }
  for (const { line, row, lineError } of orphans)
    yield {
      ...{ line, lineError, cells: { slug: slugify(row.name ?? ''), name: row.name ?? '' } },
      unsupported: [{ column: 'Parent', value: previewCell(row.parent ?? ''), problem: NO_PARENT }],
    }
}

const NO_PARENT = 'The file has no product with this SKU or ID. Export all products, then upload that file.'

function groupByParent(lines: WooCommerceLine[]): { products: Product[]; orphans: WooCommerceLine[] } {
  const products: Product[] = []
  const byReference = new Map<string, Product>()
  for (const parent of lines) {
    if (hasType(parent.row, 'variation')) continue
    const product = { parent, variations: [] }
    products.push(product)
    const { id, sku } = parent.row
    if (id) byReference.set(`id:${id}`, product)
    if (sku) byReference.set(sku, product)
  }
  const orphans: WooCommerceLine[] = []
  for (const variation of lines) {
    if (!hasType(variation.row, 'variation')) continue
    const product = byReference.get(variation.row.parent ?? '')
    if (product) product.variations.push(variation)
    else orphans.push(variation)
  }
  return { products, orphans }
}

/** An export has no slugs. */
function uniqueHandle({ name = '', sku, id }: WooCommerceRow, taken: Set<string>): string {
  const slug = handleSlug(name)
  const handle = taken.has(slug) ? `${slug}-${slugify(sku || id || String(taken.size))}` : slug
  taken.add(handle)
  return handle
}

type ShopifyOptions = { handle: string; categories: ImportCategories }

/** The first line has what the variants share, and pictures have lines of their own. */
function toShopifyLines(
  { parent, variations }: Product,
  { handle, categories }: ShopifyOptions,
): ShopifyLine[] {
  const shared: ShopifyRow = { handle, ...sharedFields(parent.row, categories) }
  const variants = variations.length ? variations : [parent]
  const names = optionNames(parent.row, variations)
  const attributes = otherAttributes(parent.row, names)
  const lines = variants.map(({ line, row, lineError, otherCells }, index): ShopifyLine => {
    const options = names.flatMap((name, option) => [
      ...(index === 0 ? [[`option${option + 1}Name`, name]] : []),
      [`option${option + 1}Value`, optionValue(row, name)],
    ])
    const [variantImage] = variations.length ? splitList(row.images) : []
    return {
      line,
      lineError: lineError ?? parent.lineError,
      otherCells: new Map([...parent.otherCells, ...otherCells, ...attributes]),
      row: {
        ...(index === 0 ? shared : { handle }),
        ...variantFields(row),
        // What a variation doesn't say is its parent's.
        ...(!row.grams && parent.row.grams !== undefined && { grams: parent.row.grams }),
        ...Object.fromEntries(options),
        ...(variantImage && { variantImage }),
      },
    }
  })
  const images = splitList(parent.row.images).map(
    (image): ShopifyLine => ({
      ...{ line: parent.line, lineError: undefined, otherCells: new Map() },
      row: { handle, image },
    }),
  )
  return [...lines, ...images]
}

const MAX_OPTIONS = 3

/** Of a product without variations, an attribute with one value can be its shade or size. */
function optionNames({ attributes }: WooCommerceRow, variations: WooCommerceLine[]): string[] {
  const own = [...attributes.values()]
  const kinds = own.map(({ name, values }) => {
    const [value = '', ...others] = splitList(values)
    return value && !others.length ? kindOf(name, [value]) : undefined
  })
  const names = variations.length
    ? own.filter(({ name }) => variations.some(({ row }) => optionValue(row, name)))
    : own.filter((_, index) => kinds[index] && kinds.indexOf(kinds[index]) === index)
  return names.map(({ name }) => name).slice(0, MAX_OPTIONS)
}

/** What an attribute says that is no option. Each product numbers its attributes differently. */
function otherAttributes(row: WooCommerceRow, options: string[]): [heading: string, text: string][] {
  return [...row.attributes.values()].flatMap(({ name, values }) =>
    name && !options.includes(name)
      ? [[cleanHeading(`Attribute: ${name}`), splitList(values).join(', ')]]
      : [],
  )
}

function optionValue({ attributes }: WooCommerceRow, name: string): string {
  const attribute = [...attributes.values()].find((each) => each.name.toLowerCase() === name.toLowerCase())
  return splitList(attribute?.values)[0] ?? ''
}

function unsupportedType(row: WooCommerceRow): ImportProblem[] {
  const type = ['grouped', 'external'].find((name) => hasType(row, name))
  return type
    ? [
        {
          column: 'Type',
          value: type,
          problem: 'Only simple and variable products can be imported. Remove this line.',
        },
      ]
    : []
}

/** The file has no columns of Shopify. */
function withOwnColumn({ column, ...problem }: ImportProblem, { type = '' }: WooCommerceRow): ImportProblem {
  if (column === 'Variant Requires Shipping') return { ...problem, column: 'Type', value: previewCell(type) }
  const [, number, part] = /^Option(\d) (Name|Value)$/.exec(column) ?? []
  if (!number) return { column, ...problem }
  return { column: `Attribute ${number} ${part === 'Name' ? 'name' : 'value(s)'}`, ...problem }
}
