import { z } from 'zod'
import { insertAuditEntry } from '#core/audit/audit.server.ts'
import { newId } from '#core/ids.ts'
import type { Db } from '#db/connection.ts'
import { query } from '#db/sql.ts'
import { FamilyDraft, isSameText } from '../families/family.ts'
import { insertFamily } from '../families/insert-family.server.ts'
import { EMPTY_DRAFT, SHARED_TEXT_FIELDS } from '../product-fields.ts'
import type { ImportRun, PendingRow } from './import-run.server.ts'
import type { ImportedProduct } from './imported-product.server.ts'
import type { CurrentCategories } from './write-categories.server.ts'

const ImportFamily = z.strictObject({
  slug: z.string(),
  id: z.string().nullable(),
  /** Only for a family that the import creates. */
  draft: FamilyDraft.nullable(),
  lastPosition: z.int(),
})
type ImportFamily = z.infer<typeof ImportFamily>

export async function findImportFamilies(
  tx: Db,
  importId: string,
  slugs: string[],
): Promise<Map<string, ImportFamily>> {
  if (!slugs.length) return new Map()
  const families = await query(tx, ImportFamily)`
    select s.slug, f.id, n.draft,
      coalesce((select max(position) from products p where p.family_id = f.id), 0) as "lastPosition"
    from unnest(${slugs}::text[]) as s (slug) left join families f on f.slug = s.slug
      left join product_import_families n on n.import_id = ${importId} and n.slug = s.slug`
  return new Map(families.map((family) => [family.slug, family]))
}

/** A family of the check still exists, and a new one doesn't. */
export const isUnchanged = (family: ImportFamily | undefined) =>
  family !== undefined && (family.id === null) === (family.draft !== null)

type FamilyBatch = { families: Map<string, ImportFamily>; categories: CurrentCategories; run: ImportRun }

/** Returns all families with their IDs, by slug. */
export async function createFamilies(
  tx: Db,
  slugs: string[],
  { families, categories, run: { startedBy, requestId } }: FamilyBatch,
): Promise<Map<string, ImportFamily & { id: string }>> {
  const written = new Map<string, ImportFamily & { id: string }>()
  for (const slug of slugs) {
    const family = families.get(slug)
    if (!family) continue
    const id = family.id ?? newId('family')
    if (family.draft && family.id === null) {
      const at = new Date()
      const category = categories.get(family.draft.category) ?? family.draft.category
      const draft = { ...family.draft, category }
      await insertFamily(tx, id, { draft, slug, at })
      const entry = { action: 'family-created', subject: id, after: draft }
      await insertAuditEntry(tx, { ...entry, at, actorId: startedBy, requestId })
    }
    written.set(slug, { ...family, id })
  }
  return written
}

export type WritableProduct = PendingRow & {
  product: ImportedProduct & { slug: string; familyId: string | undefined; position: number }
}

/** A product without a position comes last in its family. */
export function toWritableProducts(
  rows: PendingRow[],
  families: Map<string, ImportFamily & { id: string }>,
): WritableProduct[] {
  const last = new Map([...families].map(([slug, { lastPosition }]) => [slug, lastPosition]))
  return rows.flatMap((row) => {
    const { slug, draft } = row
    if (!draft) return []
    const familySlug = draft.family ?? ''
    const family = families.get(familySlug)
    const position = draft.position ?? (last.get(familySlug) ?? 0) + 1
    last.set(familySlug, Math.max(position, last.get(familySlug) ?? 0))
    const product = {
      ...draft,
      ...withoutSharedText(draft, family?.draft),
      slug,
      familyId: family?.id,
      position,
    }
    return [{ ...row, product }]
  })
}

/** Text that all products of a new family have is stored once, in the family. */
function withoutSharedText(
  draft: ImportedProduct,
  family: FamilyDraft | null | undefined,
): Partial<ImportedProduct> {
  const fields = family ? SHARED_TEXT_FIELDS.filter((field) => isSameText(draft[field], family[field])) : []
  return Object.fromEntries(fields.map((field) => [field, EMPTY_DRAFT[field]]))
}
