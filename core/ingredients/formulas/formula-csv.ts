import { formatLines, MAX_HEROES } from './formula.ts'
import type { FormulaSheet, SheetFormula } from './formula-sheets.server.ts'

/** The columns of a hero and its note. */
export const HERO_COLUMNS = Array.from({ length: MAX_HEROES }, (_, i) => [
  `hero_${i + 1}`,
  `hero_${i + 1}_note`,
]) as [name: string, note: string][]

/** Of export and import. A row is about a product or a family, by its slug. */
export const FORMULA_COLUMNS = [
  ...['slug', 'family', 'leave_on', 'ingredients', 'may_contain'],
  ...HERO_COLUMNS.flat(),
  'valid_from',
]

export function formulaCells({ kind, slug, formula }: FormulaSheet): (string | null)[] {
  if (!formula) return []
  const { leaveOn, heroes } = formula
  return [
    kind === 'product' ? slug : null,
    kind === 'family' ? slug : null,
    leaveOn ? 'yes' : 'no',
    ingredientsCell(formula),
    colorantsCell(formula) || null,
    ...HERO_COLUMNS.flatMap((_, i) => [heroes[i]?.name ?? null, heroes[i]?.note || null]),
    formatStart(formula),
  ]
}

export const ingredientsCell = ({ lines }: SheetFormula): string =>
  formatLines(lines.filter(({ mayContain }) => !mayContain))

export const colorantsCell = ({ lines }: SheetFormula): string =>
  formatLines(lines.filter(({ mayContain }) => mayContain))

/** Only of a formula that applies from a later day: a former day would start its next version in the past. */
function formatStart({ pending, validFrom }: SheetFormula): string | null {
  return pending ? validFrom.toISOString().replace('T00:00:00.000Z', '') : null
}
