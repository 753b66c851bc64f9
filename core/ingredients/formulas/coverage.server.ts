import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { query } from '#db/sql.ts'

/** The screen lists the first of each. */
const LISTED = 50

const Listed = z.strictObject({ id: z.string(), name: z.string() })
const Counted = z.strictObject({ id: z.string().nullable(), name: z.string(), products: z.int() })

const CoverageRow = z.strictObject({
  published: z.int(),
  withFormula: z.int(),
  complete: z.int(),
  withoutFormula: z.array(Listed),
  unknownNames: z.array(Counted),
  unknownOrigins: z.array(Counted),
  withoutColorCount: z.int(),
  withoutColor: z.array(Listed),
})
export type Coverage = z.infer<typeof CoverageRow>

/** What keeps the store from stating more about published products. Tools and accessories need no formula. */
export async function findCoverage({ db, actor }: Context): Promise<Coverage> {
  requirePermission(actor, 'products.view')
  const [coverage] = await query(db, CoverageRow)`
    with labels as materialized (
      select l.product_id, l.is_complete, l.lines from product_labels l join products p on p.id = l.product_id
      where p.status = 'published'
    ), lines as materialized (
      select l.product_id, line ->> 'id' as id, line ->> 'name' as name, line -> 'origins' as origins
      from labels l, jsonb_array_elements(l.lines) line
    ), colorless as (
      select id, name from products
      where status = 'published' and shade_name is not null and shade_color is null
    )
    select (select count(*)::int from products where status = 'published') as published,
      (select count(*)::int from labels) as "withFormula",
      (select count(*)::int from labels where is_complete) as complete,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]') from (
        select id, name from products p where status = 'published' and not exists (
          select from product_labels l where l.product_id = p.id)
          and not exists (select from product_information i where i.kind = 'other' and i.id = coalesce(
            (select own.id from product_information own where own.product_id = p.id), p.family_id))
        order by name, id limit ${LISTED}) listed) as "withoutFormula",
      (select coalesce(json_agg(json_build_object('id', null, 'name', name, 'products', products)), '[]') from (
        select name, count(distinct product_id)::int as products from lines where id is null
        group by name order by 2 desc, 1 limit ${LISTED}) listed) as "unknownNames",
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'products', products)), '[]') from (
        select id, min(name) as name, count(distinct product_id)::int as products from lines
        where id is not null and (origins = '[]' or (origins ? 'animal' and jsonb_array_length(origins) > 1))
        group by id order by 3 desc, 2 limit ${LISTED}) listed) as "unknownOrigins",
      (select count(*)::int from colorless) as "withoutColorCount",
      (select coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]') from (
        select id, name from colorless order by name, id limit ${LISTED}) listed) as "withoutColor"`
  if (!coverage) throw new Error('The coverage statement returned no row')
  return coverage
}
