import { toFieldText } from '#core/catalog/import/reading/field-text.ts'
import {
  type FormulaDraft,
  type FormulaLine,
  formatLines,
  type Hero,
} from '#core/ingredients/formulas/formula.ts'
import { colorantsCell, ingredientsCell } from '#core/ingredients/formulas/formula-csv.ts'
import type { FormulaSheet, SheetFormula } from '#core/ingredients/formulas/formula-sheets.server.ts'
import type { ResolvedFormula } from '#core/ingredients/formulas/resolve-formula.server.ts'
import { isSameFormula } from '#core/ingredients/formulas/write-formulas.server.ts'
import { parseInciList } from '#core/ingredients/parse-inci.ts'
import type { RowDetail } from '../data-import.ts'
import type { FormulaRow } from './formula-rows.server.ts'

/** What the file leaves out stays as it is. */
export function applyRow({ kind, formula }: FormulaSheet, row: FormulaRow): FormulaDraft {
  const lines = readLines(formula, row)
  return {
    leaveOn: row.leaveOn ?? formula?.leaveOn ?? true,
    lines: kind === 'family' ? lines.map((line) => withShades(line, formula)) : lines,
    heroes: row.heroes ?? (formula?.heroes ?? []).map(({ name, note }) => ({ name, note })),
    validFrom: row.validFrom === null ? null : new Date(row.validFrom),
  }
}

/** Text as it was exported gives the same lines, also those that can't be read back, such as a name with a comma. */
function readLines(formula: SheetFormula | null, { ingredients, mayContain }: FormulaRow): FormulaLine[] {
  const isSameList = formula && ingredients === toFieldText(ingredientsCell(formula), 'ingredients')
  const isSameRest = formula && mayContain === colorantsCell(formula).trim()
  const own = (isRest: boolean) => (formula?.lines ?? []).filter((line) => line.mayContain === isRest)
  if (isSameList && (isSameRest || mayContain === undefined)) return formula.lines
  const list = isSameList ? own(false) : readList(ingredients)
  const hasRest = list.some((line) => line.mayContain)
  if (mayContain === undefined) return hasRest ? list : [...list, ...own(true)]
  if (isSameRest) return [...list, ...own(true)]
  const rest = readList(mayContain).map((line) => ({ ...line, percent: null, mayContain: true }))
  return [...list, ...rest]
}

const readList = (text: string): FormulaLine[] =>
  parseInciList(text).entries.map(({ name, percent, isNano, mayContain }) => ({
    ...{ name, percent, isNano, mayContain, productIds: [] },
  }))

/** The file doesn't say which products of the family have a colorant. */
function withShades(line: FormulaLine, formula: SheetFormula | null): FormulaLine {
  if (!line.mayContain || line.productIds.length) return line
  const name = line.name.toLowerCase()
  const current = formula?.lines.find((each) => each.mayContain && each.name.toLowerCase() === name)
  return { ...line, productIds: current?.productIds ?? [] }
}

export function isUnchanged(
  { formula }: FormulaSheet,
  draft: FormulaDraft,
  { lines, heroes }: ResolvedFormula,
): boolean {
  if (!formula) return false
  const current = formula.lines.map(({ name, percent, isNano, mayContain, productIds }) => ({
    ...{ name, percent, is_nano: isNano, may_contain: mayContain, product_ids: productIds },
  }))
  const named = formula.heroes.map(({ substanceId, note }) => ({ substanceId, note }))
  return (
    isSameFormula({ ...formula, lines: current }, draft, lines) &&
    JSON.stringify(named) === JSON.stringify(heroes)
  )
}

/** What changes, and which names the dictionary doesn't have. */
export function describeFormula(
  { kind, version, formula }: FormulaSheet,
  draft: FormulaDraft,
  { unknown }: ResolvedFormula,
): RowDetail[] {
  const before = formula && describe(formula)
  const changes = describe(draft).filter(([, text], i) => text !== before?.[i]?.[1])
  const isOwn = kind === 'product' && formula && !version
  return [
    ...changes.map(([label, text]): RowDetail => [label, preview(text) || 'none']),
    ...(draft.validFrom ? [['Valid from', draft.validFrom.toISOString().slice(0, 10)] as RowDetail] : []),
    ...(isOwn ? [['Formula', 'its own, instead of its family’s'] as RowDetail] : []),
    ...(unknown.length ? [['Not in the dictionary', preview(unknown.join(', '))] as RowDetail] : []),
  ]
}

type Described = { leaveOn: boolean; lines: FormulaLine[]; heroes: Hero[] }

const describe = ({ leaveOn, lines, heroes }: Described): RowDetail[] => [
  ['Stays on the skin', leaveOn ? 'yes' : 'no'],
  ['Ingredients', formatLines(lines.filter(({ mayContain }) => !mayContain))],
  ['May contain', formatLines(lines.filter(({ mayContain }) => mayContain))],
  ['Heroes', heroes.map(({ name, note }) => (note ? `${name}: ${note}` : name)).join('; ')],
]

const MAX_DETAIL = 300

const preview = (text: string) =>
  text.length > MAX_DETAIL ? `${text.slice(0, MAX_DETAIL).replace(/\p{Surrogate}$/u, '')}…` : text
