import { invalidInput } from '#core/errors.ts'
import { type Category, findCategory, type NamedCategory, unknownCategory } from '../categories/category.ts'
import { CategoryDraft, MAX_CATEGORIES } from '../categories/category-draft.ts'
import { slugify } from '../product-draft.ts'
import type { ParsedProductRow } from './product-csv.ts'
import type { ImportOptions } from './product-import.ts'

export type CategoryCheck = ReturnType<typeof createCategoryCheck>

type ParsedCategory = { value: string } | { error: string }
type KnownCategory = NamedCategory & Pick<Category, 'id' | 'parentId'>
type AddedCategory = NamedCategory & { parent: string | null }
export type NewCategory = { name: string; parent: string | null; products: number }

/** Finds the categories that the rows of a file name. With `createCategories`, those that the store lacks are new. */
export function createCategoryCheck(
  categories: readonly KnownCategory[],
  { category, createCategories = false }: Pick<ImportOptions, 'category' | 'createCategories'>,
) {
  const added: AddedCategory[] = []
  const find = (text: string) => findCategory(categories, text) ?? findCategory(added, text)

  /** By any of its names, in any case. Of a path, the end of it. */
  function parse(text: string): ParsedCategory {
    const category = find(text) ?? (createCategories ? find(splitPath(text).name) : undefined)
    return category ? { value: category.name } : { error: unknownCategory(categories) }
  }

  function parseOrAdd(text: string): ParsedCategory {
    const parsed = parse(text)
    if ('value' in parsed || !createCategories) return parsed
    const { name: typed, above } = splitPath(text)
    const { data: name, error } = CategoryDraft.shape.name.safeParse(typed)
    if (name === undefined) return { error: error?.issues[0]?.message ?? '' }
    add(name, findOrAddParent(name, above))
    return { value: name }
  }

  /** What it is created inside of: the last category above it that the store has, or else the one before it. */
  function findOrAddParent(name: string, above: string[]): string | null {
    const known = above.findLast((each) => findCategory(categories, each))
    const { data: parent } = CategoryDraft.shape.name.safeParse(known ?? above.at(-1))
    if (parent === undefined || parent.toLowerCase() === name.toLowerCase()) return null
    if (!find(parent)) add(parent, null)
    return topOf(parent)
  }

  /** There are two levels. */
  function topOf(text: string): string | null {
    const stored = findCategory(categories, text)
    if (stored) return (categories.find(({ id }) => id === stored.parentId) ?? stored).name
    const fromFile = findCategory(added, text)
    return fromFile?.parent ?? fromFile?.name ?? null
  }

  function add(name: string, parent: string | null): void {
    if (categories.length + added.length >= MAX_CATEGORIES)
      throw invalidInput('file', tooManyMessage(categories.length))
    added.push({ name, slug: slugify(name, 'category'), formerNames: [], parent })
  }

  /** For new products without one. It may have been deleted since the upload. */
  const fallback = findCategory(categories, category)?.name ?? null

  /** The new ones among the categories of these products, and those that they are in. */
  function countNew(names: Iterable<string>): NewCategory[] {
    const counts = new Map<string, number>()
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
    const used = added.filter(({ name }) => counts.has(name))
    return added
      .filter((each) => used.includes(each) || used.some(({ parent }) => parent === each.name))
      .map(({ name, parent }) => ({ name, parent, products: counts.get(name) ?? 0 }))
  }

  return { parse, parseOrAdd, fallback, countNew }
}

/** Shopify and WooCommerce write a category as “Skincare > Serums”. */
function splitPath(text: string): { name: string; above: string[] } {
  const parts = text.split(/\s>\s/).map((part) => part.trim())
  return { name: parts.at(-1) ?? '', above: parts.slice(0, -1) }
}

const tooManyMessage = (count: number) =>
  `This file names more new categories than the store has room for: the store has ${count} of at most ${MAX_CATEGORIES}. Use fewer categories in the file, or delete some of the store’s, then upload it again.`

export function newCategoriesNote(categories: NewCategory[]): string {
  const named = categories.map(({ name, parent, products }) =>
    withCount(parent === null ? name : `${parent} > ${name}`, products),
  )
  return `Creates ${named.length === 1 ? '1 category' : `${named.length} categories`}: ${named.join(', ')}.`
}

export function newCollectionsNote(counts: Map<string, number>): string {
  const named = [...counts].map(([name, products]) => withCount(name, products))
  return `Creates ${named.length === 1 ? '1 collection' : `${named.length} collections`}: ${named.join(', ')}.`
}

function withCount(name: string, products: number): string {
  if (!products) return name
  return `${name} (${products === 1 ? '1 product' : `${products.toLocaleString('en-US')} products`})`
}

/** A new product without a category gets the one that the owner chose for the file. */
export function withCategory<Row extends Pick<ParsedProductRow, 'draft' | 'problems'>>(
  row: Row,
  category: string | null,
): Row {
  const { draft, problems } = row
  if (draft.category || problems.some(({ column }) => column === 'category')) return row
  if (category) return { ...row, draft: { ...draft, category } }
  return { ...row, problems: [...problems, { column: 'category', value: '', problem: NO_CATEGORY }] }
}

const NO_CATEGORY =
  'This product has no category. Enter one, or upload the file again with a category for unmatched rows.'
