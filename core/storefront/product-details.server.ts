import type { z } from 'zod'
import { query, sql } from '#db/sql.ts'
import { isSlug, type Product } from '../catalog/product.ts'
import { PRODUCT_COLUMNS, PRODUCTS_WITH_STOCK, ProductRow, toProduct } from '../catalog/products.server.ts'
import { PUBLIC_INFORMATION, PublicInformation } from '../compliance/public-information.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { isId } from '../ids.ts'
import {
  LABEL_COLUMN,
  type ProductLabel,
  StoredLabel,
  toProductLabel,
} from '../ingredients/formulas/stored-label.server.ts'

export type ProductDetails = {
  product: Product
  /** Null without a formula. */
  label: ProductLabel | null
  details: PublicInformation
}

const DetailsRow = ProductRow.extend({ label: StoredLabel.nullable(), details: PublicInformation })
type DetailsRow = z.infer<typeof DetailsRow>

/** A published product with what its formula says, and its information. */
export async function findProductDetails(
  { db, reads = db }: Context,
  idOrSlug: string,
): Promise<ProductDetails> {
  const isProductId = isId('product', idOrSlug)
  const rows: DetailsRow[] =
    isProductId || isSlug(idOrSlug)
      ? await query(reads, DetailsRow)`
          select ${PRODUCT_COLUMNS}, ${LABEL_COLUMN} as label, ${PUBLIC_INFORMATION} as details
          from ${PRODUCTS_WITH_STOCK}
          where products.status = 'published' and ${isProductId ? sql`products.id` : sql`products.slug`} = ${idOrSlug}`
      : []
  const [row] = rows
  if (!row) throw new Refusal('not_found', 'This product is no longer available.')
  return { product: toProduct(row), label: row.label && toProductLabel(row.label), details: row.details }
}
