import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { isId } from '#core/ids.ts'
import { query, sql } from '#db/sql.ts'
import { type FamilyReference, isSlug, type Product } from '../product.ts'
import { PRODUCT_COLUMNS, PRODUCTS_WITH_STOCK, ProductRow, toProduct } from '../products.server.ts'
import type { FamilyDraft } from './family.ts'

export type Family = FamilyReference &
  Pick<FamilyDraft, 'options' | 'optionSettings'> & { members: Product[] }

/** Only with its published members, in their order; a family without any doesn't exist for a shopper. */
export async function findFamily({ db, reads = db }: Context, idOrSlug: string): Promise<Family> {
  const isFamily = isId('family', idOrSlug)
    ? sql`families.id = ${idOrSlug}`
    : sql`families.slug = ${isSlug(idOrSlug) ? idOrSlug : ''}`
  const rows = await query(reads, ProductRow)`
    select ${PRODUCT_COLUMNS} from ${PRODUCTS_WITH_STOCK}
    where ${isFamily} and products.status = 'published' order by products.position, products.id`
  const [first] = rows
  if (!first?.family) throw new Refusal('not_found', 'This product is no longer available.')
  return { ...first.family, members: rows.map(toProduct) }
}
