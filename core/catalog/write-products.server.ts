import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn, sql } from '#db/sql.ts'
import type { ProductDraft } from './product-draft.ts'

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
    insert into products (id, slug, in_stock, name, brand, tagline, description, category, price, original_price,
      size_quantity, size_unit, shade_name, shade_code, shade_color, shade_finish, sku, barcode, weight, benefits,
      ingredients, how_to_use, keywords, featured, status, family_id, position, created_at, updated_at)
    select id, slug, "inStock", name, brand, tagline, description, category, price, "originalPrice",
      "sizeQuantity", "sizeUnit", "shadeName", "shadeCode", "shadeColor", "shadeFinish", sku, barcode, weight, benefits,
      ingredients, "howToUse", keywords, featured, status, "familyId", coalesce(position, 0), "createdAt", "createdAt"
    from json_to_recordset(${sql.json(products)}) as r (id text, slug text, "inStock" boolean, "createdAt" timestamptz,
      "familyId" text, position integer, ${DRAFT_FIELDS})
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
    update products p set (name, brand, tagline, description, category, price, original_price, size_quantity, size_unit,
      shade_name, shade_code, shade_color, shade_finish, sku, barcode, weight, benefits, ingredients, how_to_use,
      keywords, featured, status, family_id, position, edition)
    = (r.name, r.brand, r.tagline, r.description, r.category, r.price, r."originalPrice", r."sizeQuantity", r."sizeUnit",
      r."shadeName", r."shadeCode", r."shadeColor", r."shadeFinish", r.sku, r.barcode, r.weight, r.benefits, r.ingredients, r."howToUse", r.keywords, r.featured, r.status,
      coalesce(r."familyId", p.family_id), coalesce(r.position, p.position), p.edition + 1)
    from json_to_recordset(${sql.json(products)}) as r (slug text, "familyId" text, position integer, ${DRAFT_FIELDS})
    where p.slug = r.slug`
}

const DRAFT_FIELDS = sql`name text, brand text, tagline text, description text, category text, price bigint,
  "originalPrice" bigint, "sizeQuantity" numeric, "sizeUnit" text, "shadeName" text, "shadeCode" text,
  "shadeColor" text, "shadeFinish" text, sku text, barcode text, weight integer, benefits text[], ingredients text[],
  "howToUse" text[], keywords text[], featured boolean, status text`
