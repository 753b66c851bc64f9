import { z } from 'zod'
import { ImportedProduct, StoredImportedProduct } from './imported-product.server.ts'
import { IMPORT_ROW_KINDS } from './product-import.ts'

export const PendingRow = z.strictObject({
  line: z.int(),
  place: z.int(),
  slug: z.string(),
  kind: z.enum(IMPORT_ROW_KINDS),
  edition: z.int().nullable(),
  before: ImportedProduct.partial().nullable(),
  draft: StoredImportedProduct.nullable(),
  after: ImportedProduct.partial().nullable(),
  stockChange: z.int(),
})
export type PendingRow = z.infer<typeof PendingRow>

export const ImportRun = z.strictObject({
  id: z.string(),
  name: z.string(),
  created: z.int(),
  changed: z.int(),
  invalid: z.int(),
  reached: z.int(),
  newCategories: z.array(z.string()),
  /** Beside each, what it is created inside of, or an empty text. */
  newCategoryParents: z.array(z.string()),
  newCollections: z.array(z.string()),
  startedBy: z.string().nullable(),
  requestId: z.string().nullable(),
})
export type ImportRun = z.infer<typeof ImportRun>
export type ImportBatch = ImportRun & { last: number }
