import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query, sql } from '#db/sql.ts'
import type { ProductDraft } from './product-draft.ts'

export type NewProduct = ProductDraft & { id: string; slug: string; inStock: boolean; createdAt: Date }

/** Returns the inserted slugs, without those that another product has. */
export async function insertProducts(tx: Db, products: NewProduct[]): Promise<Set<string>> {
  if (!products.length) return new Set()
  const inserted = await query(
    tx,
    InsertedProduct,
    sql`insert into products (id, slug, in_stock, name, brand, tagline, description, category, price, original_price,
        size_quantity, size_unit, benefits, ingredients, how_to_use, keywords, featured, status, created_at, updated_at)
      select id, slug, "inStock", name, brand, tagline, description, category, price, "originalPrice",
        "sizeQuantity", "sizeUnit", benefits, ingredients, "howToUse", keywords, featured, status, "createdAt", "createdAt"
      from json_to_recordset(${sql.json(products)}) as r (id text, slug text, "inStock" boolean, "createdAt" timestamptz, ${DRAFT_FIELDS})
      on conflict (slug) do nothing returning slug`,
  )
  return new Set(inserted.map(({ slug }) => slug))
}

const InsertedProduct = z.strictObject({ slug: z.string() })

/** Callers hold locks on the products. */
export async function overwriteProducts(
  tx: Db,
  products: (ProductDraft & { slug: string })[],
): Promise<void> {
  if (!products.length) return
  await execute(
    tx,
    sql`update products p set (name, brand, tagline, description, category, price, original_price, size_quantity, size_unit,
        benefits, ingredients, how_to_use, keywords, featured, status, edition)
      = (r.name, r.brand, r.tagline, r.description, r.category, r.price, r."originalPrice", r."sizeQuantity", r."sizeUnit",
        r.benefits, r.ingredients, r."howToUse", r.keywords, r.featured, r.status, p.edition + 1)
      from json_to_recordset(${sql.json(products)}) as r (slug text, ${DRAFT_FIELDS}) where p.slug = r.slug`,
  )
}

const DRAFT_FIELDS = sql`name text, brand text, tagline text, description text, category text, price bigint,
  "originalPrice" bigint, "sizeQuantity" numeric, "sizeUnit" text, benefits text[], ingredients text[],
  "howToUse" text[], keywords text[], featured boolean, status text`
