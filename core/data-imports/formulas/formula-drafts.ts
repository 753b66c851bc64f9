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
  const list = (isRest: boolean) =>
    describeLines(
      draft.lines.filter(({ mayContain }) => mayContain === isRest),
      formula?.lines.filter(({ mayContain }) => mayContain === isRest),
    )
  const heroes = describeHeroes(draft.heroes)
  const details: [string, string | false | null | undefined][] = [
    ['Stays on the skin', draft.leaveOn !== formula?.leaveOn && (draft.leaveOn ? 'yes' : 'no')],
    ['Ingredients', list(false)],
    ['May contain', list(true)],
    ['Heroes', heroes !== describeHeroes(formula?.heroes ?? []) && (heroes || 'none')],
    ['Valid from', draft.validFrom?.toISOString().slice(0, 10)],
    ['Formula', kind === 'product' && formula && !version && 'its own, instead of its family’s'],
    ['Not in the dictionary', unknown.join(', ')],
  ]
  return details.flatMap(([label, text]): RowDetail[] => (text ? [[label, preview(text)]] : []))
}

/** Of a list that exists, what is added and removed, as a long list hides it. */
function describeLines(after: FormulaLine[], before?: FormulaLine[]): string | null {
  const text = formatLines(after)
  if (!before?.length) return text
  if (text === formatLines(before)) return null
  const without = (lines: FormulaLine[], others: FormulaLine[]) => {
    const known = new Set(others.map((line) => formatLines([line])))
    return formatLines(lines.filter((line) => !known.has(formatLines([line]))))
  }
  const added = without(after, before)
  const removed = without(before, after)
  if (!added && !removed) return `in another order: ${text}`
  return [added && `added ${added}`, removed && `removed ${removed}`].filter(Boolean).join('; ')
}

const describeHeroes = (heroes: readonly Hero[]) =>
  heroes.map(({ name, note }) => (note ? `${name}: ${note}` : name)).join('; ')

const MAX_DETAIL = 300

const preview = (text: string) =>
  text.length > MAX_DETAIL ? `${text.slice(0, MAX_DETAIL).replace(/\p{Surrogate}$/u, '')}…` : text
