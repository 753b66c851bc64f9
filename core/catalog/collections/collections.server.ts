import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { isId } from '#core/ids.ts'
import { pictureOf, STORED_PICTURE, StoredPicture } from '#core/media/stored-picture.server.ts'
import { query, queryColumn, type Sql, sql } from '#db/sql.ts'
import { isInCategories, readCategories } from '../categories/categories.server.ts'
import { findCategory, listedNames } from '../categories/category.ts'
import { isSlug } from '../product.ts'
import { type Collection, CollectionRule } from './collection.ts'

const CollectionRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  rule: CollectionRule.nullable(),
  pictureId: z.string().nullable(),
  picture: StoredPicture.nullable(),
})

async function selectShown({ db, reads = db }: Context, condition: Sql): Promise<Collection[]> {
  const rows = await query(reads, CollectionRow)`
    select c.id, c.name, c.slug, c.description, c.rule, c.picture_id as "pictureId", ${STORED_PICTURE} as picture
    from collections c left join pictures p on p.id = c.picture_id
    where not c.hidden and ${condition} order by lower(c.name)`
  return rows.map(({ pictureId, picture, ...collection }) => ({
    ...collection,
    picture: pictureOf(pictureId, picture),
  }))
}

/** Those that aren't hidden, by name. */
export async function listCollections(ctx: Context): Promise<Collection[]> {
  return selectShown(ctx, sql`true`)
}

export async function findCollection(ctx: Context, idOrSlug: string): Promise<Collection> {
  const condition = isId('collection', idOrSlug)
    ? sql`c.id = ${idOrSlug}`
    : isSlug(idOrSlug) && sql`c.slug = ${idOrSlug}`
  const [row] = condition ? await selectShown(ctx, condition) : []
  if (!row) throw new Refusal('not_found', 'Collection not found.')
  return row
}

/** The products that staff chose, in their order. */
export async function chosenProductIds({ db, reads = db }: Context, id: string): Promise<string[]> {
  return queryColumn(reads, z.string())`
    select product_id from collection_products where collection_id = ${id} order by position`
}

/** Whether a product `m` meets a rule. A category that is gone matches nothing. */
export async function ruleCondition(ctx: Context, rule: CollectionRule): Promise<Sql> {
  const { brand, keyword, category, minPrice, maxPrice, newDays, reduced } = rule
  const categories = category ? await readCategories(ctx) : []
  const match = findCategory(categories, category)
  const names = match ? listedNames(categories, match.name) : []
  const conditions = [
    sql`m.status = 'published'`,
    brand ? sql`m.brand = ${brand}` : undefined,
    keyword ? sql`m.keywords @> array[${keyword}]` : undefined,
    category ? isInCategories(sql`m.category`, names) : undefined,
    minPrice === null ? undefined : sql`m.price >= ${minPrice}::bigint`,
    maxPrice === null ? undefined : sql`m.price <= ${maxPrice}::bigint`,
    newDays === null ? undefined : sql`m.created_at > now() - ${newDays} * interval '1 day'`,
    reduced ? sql`m.original_price is not null` : undefined,
  ]
  return sql.join(
    conditions.filter((condition) => condition !== undefined),
    ' and ',
  )
}
