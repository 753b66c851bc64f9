import { createHash } from 'node:crypto'
import { slugify } from '#core/catalog/product-draft.ts'
import { type ImportFileRow, type ProductCells, previewCell } from '../product-csv.ts'
import type { ImportProblem } from '../product-import.ts'
import { htmlToText } from './html-text.ts'
import { fromShopifyRow, type ImportCategories, type ShopifyRow } from './shopify-csv.ts'
import { readShopifyPictures } from './shopify-pictures.ts'

export type ShopifyLine = { line: number; row: ShopifyRow; lineError: string | undefined }

const OPTION_NUMBERS = [1, 2, 3] as const
const OPTION_PATTERNS = {
  shade: /^(colou?r|shade|tint|tone)( name)?$/i,
  size: /^(size|volume)$/i,
} as const
type StoredOption = keyof typeof OPTION_PATTERNS

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
  const slugs = new Set<string>()
  const shared = productFields(first.row)
  const picturesOf = readShopifyPictures(lines.map(({ row }) => row))
  const description = first.row.body === undefined ? undefined : htmlToText(first.row.body)
  for (const [index, { line, row, lineError }] of variants.entries()) {
    const cells = fromShopifyRow({ ...row, ...shared }, categories)
    if (description !== undefined) cells.description = description
    const unsupported = changedOptions(first, row)
    for (const { number, name, stored, isSame } of options) {
      const value = row[`option${number}Value`]?.trim() ?? ''
      const isStored = stored !== undefined && storeOption(cells, stored, value)
      if (isStored || !value) continue
      if (!isFamily || isSame) skippedOptions.add(`${name} ${value}`)
      else
        unsupported.push({ ...unsupportedOption(number, { name, value, stored }), value: previewCell(value) })
    }
    if (isFamily) {
      const { slug = '', name } = cells
      const text = [cells.shade, cells.size].filter(Boolean).join(' ')
      Object.assign(cells, { family: slug, family_name: name, position: String(index + 1) })
      // Search engines want a title for each page.
      if (cells.seo_title && text) cells.seo_title = `${cells.seo_title}, ${text}`
      cells.slug = variantSlug(slug, text || String(index + 1), slugs)
      slugs.add(cells.slug)
    }
    // The first line has what the variants share.
    const pictures = picturesOf(row)
    yield {
      ...{ line, cells, lineError: lineError ?? first.lineError },
      ...(unsupported.length && { unsupported }),
      ...(pictures.length && { pictures }),
    }
  }
}

/** Shopify writes these on the first line only. */
function productFields({
  handle,
  title,
  vendor,
  category,
  type,
  tags,
  published,
  status,
  seoTitle,
  seoDescription,
}: ShopifyRow): ShopifyRow {
  const fields = { handle, title, vendor, category, type, tags, published, status, seoTitle, seoDescription }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

type ShopifyOption = {
  number: (typeof OPTION_NUMBERS)[number]
  name: string
  stored: StoredOption | undefined
  /** It has one value, and so tells no variants apart. */
  isSame: boolean
}

function readOptions(product: ShopifyRow, variants: ShopifyLine[]): ShopifyOption[] {
  const taken = new Set<StoredOption>()
  return OPTION_NUMBERS.flatMap((number): ShopifyOption[] => {
    const name = product[`option${number}Name`]?.trim() ?? ''
    const values = new Set(variants.map(({ row }) => row[`option${number}Value`]?.trim()))
    if (!name || (name === 'Title' && values.has('Default Title'))) return []
    const stored = (['shade', 'size'] as const).find(
      (option) => OPTION_PATTERNS[option].test(name) && !taken.has(option),
    )
    if (stored) taken.add(stored)
    return [{ number, name, stored, isSame: values.size === 1 }]
  })
}

/** Returns whether the value can be stored. */
function storeOption(cells: ProductCells, option: StoredOption, value: string): boolean {
  // “1.7 oz / 50 ml” is stored as “50 ml”.
  const [size] = /[0-9]{1,5}(?:[.,][0-9]{1,2})? ?(?:ml|g)\b/i.exec(value) ?? []
  const text = option === 'size' ? size : value
  if (text) cells[option] = text
  return text !== undefined
}

function unsupportedOption(
  number: number,
  { name, value, stored }: { name: string; value: string; stored: StoredOption | undefined },
): Pick<ImportProblem, 'column' | 'problem'> {
  return stored === 'size'
    ? {
        column: `Option${number} Value`,
        problem: `Sizes are in ml or g. Change “${previewCell(value)}” to a size such as 50 ml.`,
      }
    : {
        column: `Option${number} Name`,
        problem: `Products of a family differ by one shade and one size. “${previewCell(name)}” can’t be stored: rename it, or split this product.`,
      }
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

/** The same for the same shade in every upload, so that it finds its product again. */
function variantSlug(handle: string, option: string, taken: Set<string>): string {
  const slug = `${handle}-${slugify(option)}`
  const isComplete = /^[\p{Script=Latin}\p{M}\p{N}\p{P}\p{Z}]*$/u.test(option)
  if (isComplete && !taken.has(slug)) return slug
  const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 6)
  const unique = `${slug}-${hash(option)}`
  return taken.has(unique) ? `${unique}-${taken.size + 1}` : unique
}
