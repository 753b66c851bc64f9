import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { query, sql } from '#db/sql.ts'
import { StoredFields } from '../substances.server.ts'
import type { Hero } from './formula.ts'
import { type Label, type LabelEntry, listEntries, type Statement, stateGroups } from './label.ts'

const { functions, origins, traits, description } = StoredFields.shape

export const StoredLine = z.strictObject({
  ...{ functions, origins, traits, description },
  id: z.string().nullable(),
  labelId: z.string().nullable(),
  name: z.string(),
  own: z.string().nullable(),
  mayContain: z.boolean(),
  isNano: z.boolean(),
  isAllergen: z.boolean(),
  isTrace: z.boolean(),
})

/** What everyone may know of a formula: no percentages. */
export const StoredLabel = z.strictObject({
  version: z.int(),
  validFrom: z.string(),
  leaveOn: z.boolean(),
  isComplete: z.boolean(),
  lines: z.array(StoredLine),
  heroes: z.array(z.strictObject({ substanceId: z.string(), note: z.string() })),
})

export type ProductLabel = {
  version: number
  /** From when the list applies. */
  validFrom: Date
  leaveOn: boolean
  isComplete: boolean
  entries: LabelEntry[]
  /** With their place in the list. Those that have left the list are missing. */
  heroes: (Hero & { position: number })[]
  statements: Statement[]
}

/** Of a product `products`, as JSON; null without a formula. */
export const LABEL_COLUMN = sql`(select json_build_object('version', f.version, 'validFrom', f.valid_from,
    'leaveOn', f.leave_on, 'isComplete', l.is_complete, 'lines', l.lines, 'heroes', f.heroes)
  from product_labels l join formulas f on f.id = l.formula_id where l.product_id = products.id)`

export function toProductLabel({
  lines,
  heroes,
  validFrom,
  ...stored
}: z.infer<typeof StoredLabel>): ProductLabel {
  const entries = listEntries(lines)
  return {
    ...stored,
    validFrom: new Date(validFrom),
    entries,
    heroes: heroes.flatMap(({ substanceId, note }) => {
      const entry = entries.find(({ ids }) => ids.includes(substanceId))
      return entry ? { name: entry.name, note, position: entry.position } : []
    }),
    statements: stateGroups({ isComplete: stored.isComplete, lines }),
  }
}

const LabelOnly = z.strictObject({ label: StoredLabel.nullable() })

export async function findLabel(db: Db, productId: string): Promise<ProductLabel | null> {
  const [row] = await query(db, LabelOnly)`
    select ${LABEL_COLUMN} as label from (select ${productId}::text as id) products`
  return row?.label ? toProductLabel(row.label) : null
}

const PreviewedLabel = z.strictObject({ isComplete: z.boolean(), lines: z.array(StoredLine) })

/** `productId`: the product of a family whose label it is. */
export type UnstoredFormula = { leaveOn: boolean; lines: readonly object[]; productId?: string | undefined }

/** The labels that formulas would give, with rows of formula_lines that aren't stored. */
export async function previewLabels(db: Db, formulas: readonly UnstoredFormula[]): Promise<Label[]> {
  return query(db, PreviewedLabel)`
    select label.is_complete as "isComplete", label.lines
    from json_array_elements(${sql.json(formulas)}::json) with ordinality as f (formula, place),
      formula_label((formula ->> 'leaveOn')::boolean,
        array(select l from json_populate_recordset(null::formula_lines, formula -> 'lines') l),
        coalesce(formula ->> 'productId', '')) label
    order by place`
}
