import { z } from 'zod'
import { toFieldText } from '#core/catalog/import/reading/field-text.ts'
import type { CsvLine } from '#core/catalog/import/reading/read-csv.server.ts'
import { isSlug } from '#core/catalog/product.ts'
import { FORMULA_COLUMNS, HERO_COLUMNS } from '#core/ingredients/formulas/formula-csv.ts'
import { MAX_INCI_TEXT } from '#core/ingredients/parse-inci.ts'
import type { CellProblem, DataRecord } from '../data-import.ts'
import { lineProblem, problemOf } from '../data-kind.server.ts'
import { type Cells, matchColumns, readCells, requireColumns } from '../reading/data-columns.ts'

/** What a line says, before it is compared with the store. A column that the file lacks is absent. */
export const FormulaRow = z.strictObject({
  kind: z.enum(['product', 'family']),
  slug: z.string(),
  /** Shopify's handle of a product with variants is the slug of a family. */
  isHandle: z.boolean(),
  leaveOn: z.boolean().optional(),
  ingredients: z.string(),
  mayContain: z.string().optional(),
  heroes: z.array(z.strictObject({ name: z.string(), note: z.string() })).optional(),
  /** Null: from now on. */
  validFrom: z.string().nullable(),
})
export type FormulaRow = z.infer<typeof FormulaRow>

const HEADINGS: Record<string, readonly string[]> = {
  ...Object.fromEntries(FORMULA_COLUMNS.map((column) => [column, [column]])),
  slug: ['slug', 'product', 'product slug', 'handle'],
  family: ['family', 'family slug'],
  leave_on: ['leave_on', 'stays on', 'stays on the skin'],
  ingredients: [
    'ingredients',
    'inci',
    'inci list',
    'ingredient list',
    'full ingredients',
    'ingredients inci',
  ],
  may_contain: ['may_contain', '+/-', 'colorants'],
}

export function readFormulaRows(header: string[]) {
  const names = header.map(customFieldName)
  const columns = matchColumns(names, HEADINGS)
  requireColumns(header, columns, {
    'Slug or Family': ['slug', 'family'],
    Ingredients: ['ingredients'],
  })
  const isHandle = names[columns.indexOf('slug')] === 'handle'
  return async function* readLines(lines: AsyncIterable<CsvLine>): AsyncGenerator<DataRecord> {
    for await (const line of lines) {
      const cells = readCells(columns, line.cells, MAX_INCI_TEXT + 1)
      const problem = lineProblem(line, header)
      const { slug = '', family = '', ingredients = '' } = cells
      // Shopify has a line for each variant and picture, and only the first has the product's fields.
      if (isHandle && !problem && !ingredients) continue
      const key = (family ? `family ${family}` : slug).slice(0, 200)
      const record = { line: line.line, key, name: '' }
      yield problem ? { ...record, problems: [problem] } : { ...record, ...readRow(cells, isHandle) }
    }
  }
}

/** Shopify: `Ingredients (product.metafields.custom.inci)`. WooCommerce: `Meta: inci`. */
function customFieldName(heading: string): string {
  const [, label = '', key = ''] =
    /^([^()]{0,200})\((?:product|variant)\.metafields\.[\w-]{1,100}\.([\w-]{1,100})\)$/.exec(
      heading.trim(),
    ) ?? []
  const bare = heading
    .trim()
    .replace(/^meta: ?/i, '')
    .toLowerCase()
  if (!key) return bare
  const isKnown = Object.values(HEADINGS).some((known) =>
    known.includes(key.toLowerCase().replaceAll('_', ' ')),
  )
  return (isKnown || FORMULA_COLUMNS.includes(key.toLowerCase()) ? key : label).trim().toLowerCase()
}

type RowData = { problems: CellProblem[]; data?: FormulaRow }

function readRow(cells: Cells<string>, isHandle: boolean): RowData {
  const { slug = '', family = '', leave_on: leaveOn = '', may_contain: mayContain } = cells
  const ingredients = toFieldText(cells.ingredients ?? '', 'ingredients')
  const problems = [
    ...ownerProblems(slug, family),
    ...listProblems({ ingredients, may_contain: mayContain ?? '' }),
  ]
  if (leaveOn && !YES.test(leaveOn) && !NO.test(leaveOn))
    problems.push(
      problemOf('leave_on', leaveOn, 'Enter yes if it stays on the skin, or no if it is rinsed off.'),
    )
  const validFrom = readStart(cells.valid_from ?? '')
  if (validFrom === undefined)
    problems.push(problemOf('valid_from', cells.valid_from, 'Enter a date such as 2027-01-31.'))
  const heroes = HERO_COLUMNS.map(([name, note]) => ({ name: cells[name] ?? '', note: cells[note] ?? '' }))
  heroes.forEach(({ name, note }, i) => {
    if (note && !name)
      problems.push(problemOf(`hero_${i + 1}_note`, note, `This note has no ingredient in hero_${i + 1}.`))
  })
  if (problems.length || validFrom === undefined) return { problems }
  const hasHeroes = HERO_COLUMNS.some(([name]) => cells[name] !== undefined)
  return {
    problems,
    data: {
      ...{ kind: family ? 'family' : 'product', slug: family || slug, isHandle, ingredients, validFrom },
      ...(leaveOn && { leaveOn: YES.test(leaveOn) }),
      ...(mayContain !== undefined && { mayContain }),
      ...(hasHeroes && { heroes: heroes.filter(({ name }) => name) }),
    },
  }
}

const YES = /^(?:yes|true|1|y|leave[- ]on)$/i
const NO = /^(?:no|false|0|n|rinse[- ]off)$/i

function ownerProblems(slug: string, family: string): CellProblem[] {
  if (!slug && !family)
    return [problemOf('slug', '', 'Enter the slug of a product, or of a family in the column family.')]
  if (slug && family)
    return [problemOf('family', family, 'A line is about a product or about a family. Empty one of the two.')]
  const column = family ? 'family' : 'slug'
  const text = family || slug
  if (/[,;•\n]/.test(text))
    return [
      problemOf(
        column,
        text,
        `This looks like an ingredient list, not a slug such as rose-serum. Are the columns ${column} and ingredients swapped?`,
      ),
    ]
  return isSlug(text)
    ? []
    : [
        problemOf(
          column,
          text,
          'A slug has only a–z, 0–9, and hyphens, such as rose-serum. It is the end of the page’s address.',
        ),
      ]
}

function listProblems(lists: Record<string, string>): CellProblem[] {
  return Object.entries(lists).flatMap(([column, text]) =>
    text.length > MAX_INCI_TEXT
      ? [problemOf(column, text, `Use at most ${MAX_INCI_TEXT.toLocaleString('en-US')} characters.`)]
      : [],
  )
}

const Start = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

/** Undefined if it isn't a date. A day starts at midnight UTC, as in the form. */
function readStart(text: string): string | null | undefined {
  if (!text) return null
  const { data } = Start.safeParse(text)
  if (!data || data < '1970') return undefined
  return new Date(data).toISOString()
}
