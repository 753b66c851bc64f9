import { z } from 'zod'
import { columnNames, recordColumns, recordValues } from '#core/fields/field-columns.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn, sql } from '#db/sql.ts'
import type { ProductDraft } from './product-draft.ts'
import { PRODUCT_FIELDS } from './product-fields.ts'

export type NewProduct = ProductDraft & {
  id: string
  slug: string
  inStock: boolean
  createdAt: Date
  familyId?: string | undefined
  position?: number
}

/** Returns the inserted slugs, without those that another product has. */
export async function insertProducts(tx: Db, products: NewProduct[]): Promise<Set<string>> {
  if (!products.length) return new Set()
  const inserted = await queryColumn(tx, z.string())`
    insert into products (id, slug, in_stock, ${COLUMNS}, family_id, position, created_at, updated_at)
    select id, slug, "inStock", ${recordValues(PRODUCT_FIELDS, 'r')}, "familyId", coalesce(position, 0), "createdAt",
      "createdAt"
    from json_to_recordset(${sql.json(products)}) as r (id text, slug text, "inStock" boolean, "createdAt" timestamptz,
      "familyId" text, position integer, ${DRAFT_COLUMNS})
    on conflict (slug) do nothing returning slug`
  return new Set(inserted)
}

/** Callers hold locks on the products. */
export async function overwriteProducts(
  tx: Db,
  products: (ProductDraft & { slug: string; familyId?: string | undefined; position?: number | null })[],
): Promise<void> {
  if (!products.length) return
  await execute(tx)`
    update products p set (${COLUMNS}, family_id, position, edition)
    = (${recordValues(PRODUCT_FIELDS, 'r')}, coalesce(r."familyId", p.family_id), coalesce(r.position, p.position),
      p.edition + 1)
    from json_to_recordset(${sql.json(products)}) as r (slug text, "familyId" text, position integer, ${DRAFT_COLUMNS})
    where p.slug = r.slug`
}

const COLUMNS = columnNames(PRODUCT_FIELDS)
const DRAFT_COLUMNS = recordColumns(PRODUCT_FIELDS)
