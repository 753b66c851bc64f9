import { z } from '@hono/zod-openapi'
import { GROUP_NAMES } from '#core/ingredients/formulas/ingredient-groups.ts'
import type { LabelEntry } from '#core/ingredients/formulas/label.ts'
import type { ProductLabel } from '#core/ingredients/formulas/stored-label.server.ts'

export const InciEntry = z
  .object({
    inci_name: z.string().describe('As on the label'),
    position: z.int().describe('In the list, from 1'),
    allergen: z.boolean().describe('Whether the law has labels name it because of allergies'),
    may_contain: z.boolean().describe('Whether only some units or shades have it'),
    description: z.string().describe('What it does'),
  })
  .openapi('InciEntry')

export const Statement = z
  .object({
    group: z.enum(GROUP_NAMES),
    label: z.string(),
    kind: z.enum(['contains', 'free-from', 'not-stated']),
    reason: z.string(),
  })
  .openapi('IngredientStatement')

/** What a product's formula says. Nothing, if it has none. */
export const IngredientFields = {
  inci: z.array(InciEntry).describe('The ingredient list, computed from the formula. Empty without one.'),
  claims: z
    .object({
      contains: z.array(z.string()).describe('Groups of ingredients, and allergens by name'),
      free_from: z.array(z.string()),
      statements: z.array(Statement).describe('About each group, with the reason'),
    })
    .describe(
      'Computed from the formula and the dictionary, so they can’t be typed. What isn’t known is in neither.',
    ),
  hero_ingredients: z.array(z.object({ inci_name: z.string(), note: z.string(), position: z.int() })),
  formula_version: z.int().nullable(),
  ingredients_from: z.iso
    .datetime()
    .nullable()
    .describe('Since when the list applies. Packs from before may differ.'),
}
const Fields = z.object(IngredientFields)

export function toInciEntry({
  name,
  position,
  isAllergen,
  mayContain,
  description,
}: LabelEntry): z.infer<typeof InciEntry> {
  return { inci_name: name, position, allergen: isAllergen, may_contain: mayContain, description }
}

export function toIngredientFields(label: ProductLabel | null): z.infer<typeof Fields> {
  const { entries = [], statements = [], heroes = [] } = label ?? {}
  const groups = (kind: z.infer<typeof Statement>['kind']) =>
    statements.filter((statement) => statement.kind === kind).map(({ group }) => group)
  return {
    inci: entries.map(toInciEntry),
    claims: {
      contains: [
        ...groups('contains'),
        ...entries.filter(({ isAllergen }) => isAllergen).map(({ name }) => name),
      ],
      free_from: groups('free-from'),
      statements,
    },
    hero_ingredients: heroes.map(({ name, note, position }) => ({ inci_name: name, note, position })),
    formula_version: label?.version ?? null,
    ingredients_from: label?.validFrom.toISOString() ?? null,
  }
}
