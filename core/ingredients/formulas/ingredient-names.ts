import { normalizeInci } from '../normalize-inci.ts'
import { GROUP_NAMES, INGREDIENT_GROUPS, type IngredientGroup } from './ingredient-groups.ts'

/** Other words for groups, normalized. */
const GROUP_WORDS = new Map<string, IngredientGroup>([
  ...GROUP_NAMES.flatMap((group): [string, IngredientGroup][] => [
    [normalizeInci(group), group],
    [normalizeInci(INGREDIENT_GROUPS[group].label), group],
    [INGREDIENT_GROUPS[group].inWords, group],
  ]),
  ...['fragrances', 'perfume', 'scent'].map((word): [string, IngredientGroup] => [word, 'fragrance']),
  ...['alcohol', 'drying alcohols'].map((word): [string, IngredientGroup] => [word, 'drying-alcohol']),
  ['silicone', 'silicones'],
  ['paraben', 'parabens'],
  ...['sulfate', 'sulphate', 'sulphates'].map((word): [string, IngredientGroup] => [word, 'sulfates']),
  ...['mineral oils', 'petrolatum oil'].map((word): [string, IngredientGroup] => [word, 'mineral-oil']),
  ...['animal', 'animal products', 'animal ingredients', 'animal origin'].map(
    (word): [string, IngredientGroup] => [word, 'animal-derived'],
  ),
])

export const findGroup = (name: string): IngredientGroup | undefined => GROUP_WORDS.get(normalizeInci(name))

const FREE = /\b(fragrance|perfume|scent|alcohol|silicone|paraben|sul(?:f|ph)ate|animal)[- ]free\b/gi
const WITHOUT = /\b(?:without|free from|free of) /i

/** The ingredients that a search excludes, such as "serum without fragrance or parabens" and "silicone-free primer". */
export function readExclusions(query: string): { text: string; names: string[] } {
  const free = [...query.matchAll(FREE)].map(([, name = '']) => name)
  const rest = query.replaceAll(FREE, ' ')
  const match = WITHOUT.exec(rest)
  const text = match ? rest.slice(0, match.index) : rest
  const list = match ? rest.slice(match.index + match[0].length) : ''
  const names = list.split(/,| and | or /i).flatMap((name) => name.trim() || [])
  return { text: text.replaceAll(/\s+/g, ' ').trim(), names: [...free, ...names] }
}
