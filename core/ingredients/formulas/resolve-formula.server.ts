import { invalidInput, Refusal } from '#core/errors.ts'
import type { Db } from '#db/connection.ts'
import { createNameFinder } from '../find-substance.ts'
import { readKnownNames } from '../known-names.server.ts'
import { describePercentages } from '../list-check/describe-percentages.ts'
import { normalizeInci } from '../normalize-inci.ts'
import {
  type FormulaDraft,
  type FormulaLine,
  MAX_FORMULA_LINES,
  MAX_HERO_NOTE,
  MAX_HEROES,
} from './formula.ts'
import { type Label, listEntries } from './label.ts'
import { previewLabels } from './stored-label.server.ts'

/** A line as it is stored. */
export type ResolvedLine = {
  position: number
  name: string
  normalized_name: string
  substance_id: string | null
  percent: number | null
  is_nano: boolean
  may_contain: boolean
  product_ids: string[]
}

export type ResolvedFormula = {
  lines: ResolvedLine[]
  heroes: { substanceId: string; note: string }[]
  label: Label
  /** Names that the dictionary doesn't have. */
  unknown: string[]
}

/** A draft, and the product of a family whose label it is. */
export type UnresolvedFormula = { draft: FormulaDraft; productId?: string | undefined }

/** Looks the names up, and refuses what can't be true. `productId`: the label of this product of the family. */
export async function resolveFormula(
  db: Db,
  draft: FormulaDraft,
  productId?: string,
): Promise<ResolvedFormula> {
  const [resolved] = await resolveFormulas(db, [{ draft, productId }])
  if (!resolved || resolved instanceof Refusal) throw resolved ?? new Error('A formula was not resolved')
  return resolved
}

/** Each formula, or why it is refused. */
export async function resolveFormulas(
  db: Db,
  formulas: readonly UnresolvedFormula[],
): Promise<(ResolvedFormula | Refusal)[]> {
  const find = createNameFinder(await readKnownNames(db))
  const resolvedLines = formulas.map(({ draft }) => attempt(() => resolveLines(draft, find)))
  const labels = await previewLabels(
    db,
    formulas.map(({ draft: { leaveOn }, productId }, i) => {
      const lines = resolvedLines[i] ?? []
      return { leaveOn, productId, lines: lines instanceof Refusal ? [] : lines }
    }),
  )
  return formulas.map(({ draft }, i) => {
    const lines = resolvedLines[i] ?? []
    const label = labels[i] ?? { isComplete: false, lines: [] }
    if (lines instanceof Refusal) return lines
    return attempt(() => {
      requireUsablePercentages(draft.lines, label)
      return {
        lines,
        heroes: resolveHeroes(draft, { lines, label, find }),
        label,
        unknown: [...new Set(lines.filter((line) => !line.substance_id).map(({ name }) => name))],
      }
    })
  })
}

function attempt<Result>(resolve: () => Result): Result | Refusal {
  try {
    return resolve()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

type FindSubstance = (name: string) => { id: string } | undefined

function resolveLines({ lines }: FormulaDraft, find: FindSubstance): ResolvedLine[] {
  requireUsableLines(lines)
  return lines.map((line, i) => ({
    position: i + 1,
    name: line.name,
    normalized_name: normalizeInci(line.name),
    substance_id: find(line.name)?.id ?? null,
    percent: line.percent,
    is_nano: line.isNano,
    may_contain: line.mayContain,
    product_ids: line.productIds,
  }))
}

function requireUsableLines(lines: readonly FormulaLine[]): void {
  if (!lines.some(({ mayContain }) => !mayContain))
    throw invalidInput('lines', 'Enter the ingredients, such as “Aqua 70%, Glycerin 5%”.')
  if (lines.length > MAX_FORMULA_LINES)
    throw invalidInput(
      'lines',
      `The formula has ${lines.length.toLocaleString('en-US')} ingredients. Use at most ${MAX_FORMULA_LINES}.`,
    )
  const tooLong = lines.find(({ name }) => name.length > 200)
  if (tooLong)
    throw invalidInput(
      'lines',
      `“${tooLong.name.slice(0, 40)}…” has ${tooLong.name.length} characters. A name has at most 200. Is a comma missing?`,
    )
  const empty = lines.find(({ name }) => !normalizeInci(name))
  if (empty) throw invalidInput('lines', `“${empty.name}” isn’t a name. Use letters or digits.`)
  const above = lines.find(({ percent }) => percent !== null && percent > 100)
  if (above) throw invalidInput('lines', `${above.name} can’t be ${above.percent}% of the product.`)
}

/** Allergens up to 1% are a part of the perfume or the oils that bring them, so they aren't added. */
function requireUsablePercentages(lines: readonly FormulaLine[], label: Label): void {
  const [problem] = describePercentages(
    lines.filter((line, i) => !(label.lines[i]?.isAllergen && (line.percent ?? 0) <= 1)),
  )
  if (problem) throw invalidInput('lines', problem)
}

type ResolvedList = { lines: readonly ResolvedLine[]; label: Label; find: FindSubstance }

/** The name of a hero is that of its line, of the label, or a synonym. */
function resolveHeroes(
  { heroes }: FormulaDraft,
  { lines, label, find }: ResolvedList,
): ResolvedFormula['heroes'] {
  if (heroes.length > MAX_HEROES)
    throw invalidInput('heroes', `Choose at most ${MAX_HEROES} hero ingredients.`)
  const entries = listEntries(label.lines)
  const resolved = heroes.map(({ name, note }) => {
    const normalized = normalizeInci(name)
    const line = lines.find(({ normalized_name }) => normalized_name === normalized)
    const labeled = entries.find((entry) => normalizeInci(entry.name) === normalized)
    const substanceId = line?.substance_id ?? labeled?.ids[0] ?? find(name)?.id
    if (!substanceId || !entries.some(({ ids }) => ids.includes(substanceId)))
      throw invalidInput(
        'heroes',
        line && !substanceId
          ? `${name} isn’t in the dictionary, so it can’t be a hero ingredient. Add it to the dictionary first.`
          : `${name} isn’t in the list. Choose hero ingredients from the list, or remove it.`,
      )
    if (note.length > MAX_HERO_NOTE)
      throw invalidInput(
        'heroes',
        `The text about ${name} has ${note.length} characters. Use at most ${MAX_HERO_NOTE}.`,
      )
    return { substanceId, note }
  })
  if (new Set(resolved.map(({ substanceId }) => substanceId)).size < resolved.length)
    throw invalidInput('heroes', 'Choose each hero ingredient once.')
  return resolved
}
