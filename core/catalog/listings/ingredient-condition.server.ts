import { type Sql, sql } from '#db/sql.ts'
import type { IngredientFilter } from './ingredient-filter.ts'

/** On a product with this ID. */
export function hasIngredients(productId: Sql, filter: IngredientFilter): Sql {
  const conditions = [
    sql`i.product_id = ${productId}`,
    ...filter.with.map((ids) => sql`i.substances && ${ids}::text[]`),
    filter.without.length
      ? sql`i.is_complete and not i.substances && ${filter.without}::text[] and not i.traces && ${filter.without}::text[]`
      : sql`true`,
  ]
  return sql`exists (select from product_labels i where ${sql.join(conditions, ' and ')})`
}
