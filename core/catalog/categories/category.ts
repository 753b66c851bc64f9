import type { Picture } from '#core/media/picture.ts'

/** The specification's. A new store begins with them. */
export const INITIAL_CATEGORIES = [
  'Skincare',
  'Makeup',
  'Haircare',
  'Fragrance',
  'Tools & Accessories',
] as const

export const MAX_CATEGORY_NAME = 60

export type Category = {
  id: string
  /** Products have their category by name. */
  name: string
  slug: string
  description: string
  picture: Picture | null
  hidden: boolean
  parentId: string | null
  /** In lower case. */
  formerNames: string[]
}

/** What links and files name a category by. */
export type NamedCategory = Pick<Category, 'name' | 'slug' | 'formerNames'>

/** Without hidden ones and their children. Their products stay in the catalog. */
export function shownCategories(categories: readonly Category[]): Category[] {
  const hidden = new Set(categories.filter(({ hidden }) => hidden).map(({ id }) => id))
  return categories.filter(({ id, parentId }) => !hidden.has(id) && !(parentId && hidden.has(parentId)))
}

export const topCategories = (categories: readonly Category[]): Category[] =>
  categories.filter(({ parentId }) => parentId === null)

/** By its name in any case, its slug, or a former name, since links have any of them. */
export function findCategory<Known extends NamedCategory>(
  categories: readonly Known[],
  text: string | null,
): Known | undefined {
  const name = text?.trim().toLowerCase()
  if (!name) return undefined
  return (
    categories.find((category) => category.name.toLowerCase() === name) ??
    categories.find(({ slug }) => slug === name) ??
    categories.find(({ formerNames }) => formerNames.includes(name))
  )
}

/** Whose products a category lists: its own and its children's. */
export function listedNames(categories: readonly Category[], name: string): string[] {
  const id = categories.find((category) => category.name === name)?.id
  return [name, ...categories.filter(({ parentId }) => id && parentId === id).map((child) => child.name)]
}

/** Of the first level, then the category itself, as breadcrumbs. Empty for a hidden one. */
export function categoryPath(categories: readonly Category[], name: string): string[] {
  const visible = shownCategories(categories)
  const category = visible.find((each) => each.name === name)
  const parent = visible.find(({ id }) => id === category?.parentId)
  return [parent, category].flatMap((each) => each?.name ?? [])
}

const MAX_NAMED = 40

export function unknownCategory(categories: readonly Pick<Category, 'name'>[]): string {
  const names = categories.slice(0, MAX_NAMED).map(({ name }) => name)
  return `Use one of these categories: ${names.join(', ')}${categories.length > MAX_NAMED ? ', …' : ''}.`
}
