import { invalidInput } from '#core/errors.ts'
import { findCategory, type NamedCategory, unknownCategory } from '../categories/category.ts'
import { CategoryDraft, MAX_CATEGORIES } from '../categories/category-draft.ts'
import { slugify } from '../product-draft.ts'
import type { ImportOptions } from './product-import.ts'

export type CategoryCheck = ReturnType<typeof createCategoryCheck>

type ParsedCategory = { value: string } | { error: string }

/** Finds the categories that the rows of a file name. With `createCategories`, those that the store lacks are new. */
export function createCategoryCheck(
  categories: readonly NamedCategory[],
  { category, createCategories = false }: Pick<ImportOptions, 'category' | 'createCategories'>,
) {
  const added: NamedCategory[] = []

  /** By any of its names, in any case. */
  function parse(text: string): ParsedCategory {
    const category = findCategory(categories, text) ?? findCategory(added, text)
    return category ? { value: category.name } : { error: unknownCategory(categories) }
  }

  function parseOrAdd(text: string): ParsedCategory {
    const parsed = parse(text)
    if ('value' in parsed || !createCategories) return parsed
    const { data: name, error } = CategoryDraft.shape.name.safeParse(text)
    if (name === undefined) return { error: error?.issues[0]?.message ?? '' }
    if (categories.length + added.length >= MAX_CATEGORIES)
      throw invalidInput('file', tooManyMessage(categories.length))
    added.push({ name, slug: slugify(name, 'category'), formerNames: [] })
    return { value: name }
  }

  /** For new products without one. It may have been deleted since the upload. */
  const fallback = findCategory(categories, category)?.name ?? null

  /** The new ones among the categories of these products, with how many of them each has. */
  function countNew(names: Iterable<string>): Map<string, number> {
    const counts = new Map(added.map(({ name }) => [name, 0]))
    for (const name of names) {
      const count = counts.get(name)
      if (count !== undefined) counts.set(name, count + 1)
    }
    return new Map([...counts].filter(([, count]) => count))
  }

  return { parse, parseOrAdd, fallback, countNew }
}

const tooManyMessage = (count: number) =>
  `This file names more new categories than the store has room for: the store has ${count} of at most ${MAX_CATEGORIES}. Use fewer categories in the file, or delete some of the store’s, then upload it again.`

export const newCategoriesNote = (counts: Map<string, number>) =>
  createdNote(counts, counts.size === 1 ? '1 category' : `${counts.size} categories`)

export const newCollectionsNote = (counts: Map<string, number>) =>
  createdNote(counts, counts.size === 1 ? '1 collection' : `${counts.size} collections`)

function createdNote(counts: Map<string, number>, title: string): string {
  const named = [...counts].map(
    ([name, count]) => `${name} (${count === 1 ? '1 product' : `${count.toLocaleString('en-US')} products`})`,
  )
  return `Creates ${title}: ${named.join(', ')}.`
}
