import {
  GROUP_NAMES,
  INGREDIENT_GROUPS,
  type IngredientGroup,
} from '#core/ingredients/formulas/ingredient-groups.ts'

/** What a shopper avoids. A guest's is in the browser only. */
export type AvoidList = { groups: IngredientGroup[]; ingredients: AvoidedIngredient[] }
export type AvoidedIngredient = { id: string; name: string }

export const MAX_AVOIDED_INGREDIENTS = 100
export const EMPTY_AVOID_LIST: AvoidList = { groups: [], ingredients: [] }

/** What customers agree to before the store holds their list, by version. A text is never changed. */
export const AVOID_LIST_CONSENTS = {
  'avoid-list-1':
    'Save my list in my account, so that products are marked wherever I sign in. What I avoid may say something about my health. I can delete the list at any time.',
} as const
export const CURRENT_CONSENT: keyof typeof AVOID_LIST_CONSENTS = 'avoid-list-1'

/** What is known of a product: IDs of ingredients and names of groups. */
export type ProductIngredients = {
  id: string
  contains: string[]
  /** Only some units have it, such as a colorant. */
  mayContain: string[]
  /** So little of an allergen that the label doesn't name it. */
  traces: string[]
  /** In some products of the family, but not in all. */
  differs: string[]
  /** Whether all ingredients are known. */
  isComplete: boolean
}

export function isEmptyList({ groups, ingredients }: AvoidList): boolean {
  return groups.length + ingredients.length === 0
}

export function mergeLists(lists: readonly AvoidList[]): AvoidList {
  const groups = new Set(lists.flatMap((list) => list.groups))
  const byId = new Map(
    lists.flatMap(({ ingredients }) => ingredients.map((each) => [each.id, each] as const)),
  )
  return {
    groups: GROUP_NAMES.filter((name) => groups.has(name)),
    ingredients: [...byId.values()].sort((a, b) => a.name.localeCompare(b.name, 'en')),
  }
}

/** From a browser's storage, where anything can be. */
export function parseStoredList(text: string | null): AvoidList {
  try {
    const { groups, ingredients } = JSON.parse(text ?? '')
    return mergeLists([
      {
        groups: GROUP_NAMES.filter((name) => groups.includes(name)),
        ingredients: ingredients
          .filter(({ id, name }: AvoidedIngredient) => typeof id === 'string' && typeof name === 'string')
          .map(({ id, name }: AvoidedIngredient) => ({ id, name }))
          .slice(0, MAX_AVOIDED_INGREDIENTS),
      },
    ])
  } catch {
    return EMPTY_AVOID_LIST
  }
}

export type AvoidMarks = Record<'contains' | 'someContain' | 'mayContain' | 'traces', string[]>

/** What a product has of the list, in words. With `asFamily`, for all products of its family. */
export function markProduct(
  { groups, ingredients }: AvoidList,
  product: ProductIngredients,
  asFamily = false,
): AvoidMarks {
  const avoided = [
    ...ingredients.map(({ id, name }) => ({ key: id, name })),
    ...groups.map((group) => ({ key: group as string, name: INGREDIENT_GROUPS[group].inWords })),
  ]
  const marks: AvoidMarks = { contains: [], someContain: [], mayContain: [], traces: [] }
  for (const { key, name } of avoided) {
    if (asFamily && product.differs.includes(key)) marks.someContain.push(name)
    else if (product.contains.includes(key)) marks.contains.push(name)
    else if (product.mayContain.includes(key)) marks.mayContain.push(name)
    else if (product.traces.includes(key)) marks.traces.push(name)
  }
  return marks
}

const PHRASES: Record<keyof AvoidMarks, string> = {
  contains: 'Contains',
  someContain: 'Some options contain',
  mayContain: 'May contain',
  traces: 'May contain traces of',
}

/** Empty if the product has nothing of the list. */
export function describeMarks(marks: AvoidMarks): string {
  const kinds = Object.keys(PHRASES) as (keyof AvoidMarks)[]
  return kinds
    .filter((kind) => marks[kind].length)
    .map((kind) => `${PHRASES[kind]} ${listNames(marks[kind])}, which ${verbOf(marks[kind])} on your list.`)
    .join(' ')
}

/** Groups such as silicones are plural. */
function verbOf([name = '', ...others]: string[]): string {
  return others.length || /^ingredients |s$/.test(name) ? 'are' : 'is'
}

function listNames(names: string[]): string {
  const listed = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names
  return listed.length > 1 ? `${listed.slice(0, -1).join(', ')} and ${listed.at(-1)}` : (listed[0] ?? '')
}
