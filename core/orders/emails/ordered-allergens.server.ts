import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { query } from '#db/sql.ts'

const OrderedAllergens = z.strictObject({ name: z.string(), allergens: z.array(z.string()) })

/** The fragrance allergens of each product, by its formula when it was ordered. Products without any are missing. */
export async function findOrderedAllergens(db: Db, orderId: string): Promise<[string, string][]> {
  const rows = await query(db, OrderedAllergens)`
    select i.name, array(
      select line ->> 'name' from formula_label(f.leave_on, array(select l from formula_lines l where l.formula_id = f.id),
        i.product_id) label, jsonb_array_elements(label.lines) line
      where (line ->> 'isAllergen')::boolean and not (line ->> 'isTrace')::boolean group by 1 order by 1) as allergens
    from order_items i join formulas f on f.id = i.formula_id where i.order_id = ${orderId} order by i.id`
  return rows.flatMap(({ name, allergens }) => (allergens.length ? [[name, allergens.join(', ')]] : []))
}
