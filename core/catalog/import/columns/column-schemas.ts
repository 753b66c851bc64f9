import { z } from 'zod'
import { MAPPABLE_FIELDS, MAX_HEADING_LENGTH } from './import-columns.ts'

/** A column of a file that the store doesn't know, as the check read it. */
export const ImportColumn = z.strictObject({
  heading: z.string(),
  /** How many products have a text in it. */
  rows: z.int(),
  examples: z.array(z.string()),
  field: z.string().nullable(),
  /** Whether staff have chosen a field for it, or not to import it. */
  isDecided: z.boolean(),
})
export type ImportColumn = z.infer<typeof ImportColumn>

export const ColumnChoice = z.object({
  heading: z.string().max(MAX_HEADING_LENGTH),
  field: z.enum([...MAPPABLE_FIELDS.keys()]).nullable(),
})
export type ColumnChoice = z.infer<typeof ColumnChoice>
