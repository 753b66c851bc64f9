import type { IngredientFilter } from '../catalog/listings/ingredient-filter.ts'
import type { Context } from '../context.ts'
import { readExclusions } from '../ingredients/formulas/ingredient-names.ts'
import { type IngredientNames, resolveNames } from '../ingredients/formulas/resolve-names.server.ts'

export type IngredientQuery = {
  /** What is left of the text. */
  q: string
  filter: IngredientFilter | undefined
  /** Names in the parameters that the dictionary doesn't have. */
  unknown: IngredientNames
  /** Excluded by the text. */
  excluded: string[]
}

/** The ingredients of a search: those of its parameters, and those that its text excludes, if all of them are known. */
export async function readIngredientQuery(
  ctx: Context,
  { q, ...names }: IngredientNames & { q: string },
): Promise<IngredientQuery> {
  const exclusions = readExclusions(q.slice(0, 200))
  if (exclusions.names.length) {
    const without = [...new Set([...names.without, ...exclusions.names])]
    const { filter, unknown } = await resolveNames(ctx, { with: names.with, without })
    if (!exclusions.names.some((name) => unknown.without.includes(name)))
      return { q: exclusions.text, filter, unknown, excluded: exclusions.names }
  }
  return { q, ...(await resolveNames(ctx, names)), excluded: [] }
}
