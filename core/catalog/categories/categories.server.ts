import { z } from 'zod'
import { cacheRead } from '#core/cached-read.server.ts'
import type { Context } from '#core/context.ts'
import { invalidInput } from '#core/errors.ts'
import { pictureOf, STORED_PICTURE, StoredPicture } from '#core/media/stored-picture.server.ts'
import type { Db } from '#db/connection.ts'
import { query, type Sql, sql } from '#db/sql.ts'
import { type Category, findCategory, listedNames, shownCategories, unknownCategory } from './category.ts'

const cached = cacheRead((db, reads: Db = db) => selectCategories(reads))

type CategoriesContext = Pick<Context, 'db' | 'reads'>

/** All of them in order: each of the first level, then its children. */
export const readCategories = ({ db, reads }: CategoriesContext): Promise<Category[]> =>
  cached.latest(undefined, db, reads)

export const forgetCategories: (db: Db) => void = cached.forget

/** Reads the database, not the cache. */
export async function selectCategories(db: Db): Promise<Category[]> {
  const rows = await query(db, CategoryRow)`
    select c.id, c.name, c.slug, c.description, c.picture_id as "pictureId", c.hidden, c.parent_id as "parentId",
      ${STORED_PICTURE} as picture,
      case when c.picture_id is null then (select recent.image from (
        select images -> 0 as image from products where category = c.name and status = 'published'
        order by created_at desc, id desc limit ${PICTURE_SOURCES}) recent
        where recent.image is not null limit 1) end as "productPicture",
      array(select f.name from category_former_names f where f.category_id = c.id) as "formerNames"
    from categories c left join categories parent on parent.id = c.parent_id left join pictures p on p.id = c.picture_id
    order by coalesce(parent.position, c.position), c.depth, c.position`
  return rows.map(({ pictureId, picture, productPicture, ...category }) => ({
    ...category,
    picture: pictureOf(pictureId, picture ?? productPicture),
  }))
}

/** So many of the newest products may lack pictures. */
const PICTURE_SOURCES = 20

const CategoryRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  pictureId: z.string().nullable(),
  hidden: z.boolean(),
  parentId: z.string().nullable(),
  picture: StoredPicture.nullable(),
  /** Of a new product, for a category without a picture. */
  productPicture: StoredPicture.nullable(),
  formerNames: z.array(z.string()),
})

export type PublicCategory = Pick<Category, 'name' | 'slug' | 'description' | 'picture'> & {
  /** Its name. */
  parent: string | null
  /** Published products, with those of its children. */
  count: number
}

/** Those that aren't hidden. */
export async function listPublicCategories(ctx: CategoriesContext): Promise<PublicCategory[]> {
  const categories = shownCategories(await readCategories(ctx))
  const counts = await query(ctx.reads ?? ctx.db, CategoryCount)`
    select category, count(*)::int as count from products where status = 'published' group by category`
  const countByName = new Map(counts.map(({ category, count }) => [category, count]))
  return categories.map(({ name, slug, description, picture, parentId }) => ({
    ...{ name, slug, description, picture },
    parent: categories.find(({ id }) => id === parentId)?.name ?? null,
    count: listedNames(categories, name).reduce((sum, listed) => sum + (countByName.get(listed) ?? 0), 0),
  }))
}

const CategoryCount = z.strictObject({ category: z.string(), count: z.int() })

/** Whether a column has one of these names. */
export function isInCategories(column: Sql, names: readonly string[] | undefined): Sql {
  if (!names) return sql`true`
  const [name = ''] = names
  return names.length === 1 ? sql`${column} = ${name}` : sql`${column} = any(${names})`
}

/** The names whose products a list of this category shows. Undefined for all products. */
export async function categoryNames(
  ctx: CategoriesContext,
  category: string | undefined,
): Promise<string[] | undefined> {
  if (category === undefined) return undefined
  const categories = await readCategories(ctx)
  const match = findCategory(categories, category)
  if (!match) throw invalidInput('category', unknownCategory(shownCategories(categories)))
  return listedNames(categories, match.name)
}
