import { INGREDIENT_GROUPS } from '#core/ingredients/formulas/ingredient-groups.ts'
import { findGroup } from '#core/ingredients/formulas/ingredient-names.ts'
import { splitNames } from '#core/ingredients/formulas/split-names.ts'
import type { Choice, ListFilter } from './filter-groups.ts'

/** Each toggles one name. Chosen names that aren't offered are offered too, so that they can be removed. */
export function ingredientChoices(filter: ListFilter): { Ingredients: Choice[] } {
  const choicesOf = (key: 'with' | 'without', offered: string[]) => {
    const chosen = splitNames(filter[key])
    return [...offered, ...chosen.filter((name) => !offered.includes(name))].map((name): Choice => {
      const isChosen = chosen.includes(name)
      const names = isChosen ? chosen.filter((each) => each !== name) : [...chosen, name]
      return { label: labelOf(key, name), value: { [key]: names.join() || undefined }, isChosen }
    })
  }
  return { Ingredients: [...choicesOf('with', []), ...choicesOf('without', OFFERED)] }
}

const OFFERED = ['fragrance', 'drying-alcohol', 'silicones', 'sulfates', 'parabens', 'animal-derived']

function labelOf(key: 'with' | 'without', name: string): string {
  const group = findGroup(name)
  return `${key === 'with' ? 'With' : 'Without'} ${group ? INGREDIENT_GROUPS[group].inWords : name}`
}
