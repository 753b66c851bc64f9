import { z } from 'zod'
import { StoredDraft } from '../product-draft.ts'

/** A product as a row of an import makes it, with its family's slug. Without a position, it comes last. */
export const ImportedProduct = StoredDraft.extend({
  family: z.string().nullable().optional(),
  position: z.int().nullable().optional(),
  /** By name, those that staff choose products for. Absent if they stay as they are. */
  collections: z.array(z.string()).optional(),
})
export type ImportedProduct = z.infer<typeof ImportedProduct>

const addedLater = z.string().nullable().default(null)

/** As it was stored, maybe by the previous release, which had no such options. */
export const StoredImportedProduct = ImportedProduct.extend({
  option1: addedLater,
  option2: addedLater,
  option3: addedLater,
})
