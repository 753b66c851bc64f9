import { formatDate } from '#core/dates.ts'
import { INGREDIENT_GROUPS } from '#core/ingredients/formulas/ingredient-groups.ts'
import type { ProductLabel } from '#core/ingredients/formulas/stored-label.server.ts'

/** What the page shows of a product's formula. Short, because the page carries it twice: as markup and as data. */
export type IngredientList = {
  from: string
  entries: ListedIngredient[]
  mayContain: ListedIngredient[]
  heroes: { name: string; note: string; position: number }[]
  statements: { title: string; groups: string; reasons: string[] }[]
}

export type ListedIngredient = { name: string; does: string; isAllergen: boolean }

const TITLES = { contains: 'Contains', 'free-from': 'Free from', 'not-stated': 'Not stated' } as const

export function toIngredientList(label: ProductLabel): IngredientList {
  const listed = (mayContain: boolean) =>
    label.entries
      .filter((entry) => entry.mayContain === mayContain)
      .map(({ name, description, isAllergen }) => ({ name, does: description, isAllergen }))
  return {
    from: formatDate(label.validFrom, 'UTC'),
    entries: listed(false),
    mayContain: listed(true),
    heroes: label.heroes,
    statements: (['free-from', 'contains', 'not-stated'] as const).flatMap((kind) => {
      const statements = label.statements.filter((statement) => statement.kind === kind)
      if (!statements.length) return []
      const groups = statements.map(({ group }) => INGREDIENT_GROUPS[group].inWords).join(', ')
      const reasons = statements.map(({ label: group, reason }) => `${group}: ${reason}`)
      return { title: TITLES[kind], groups: groups.charAt(0).toUpperCase() + groups.slice(1), reasons }
    }),
  }
}
