import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Db, prepare } from '#db/connection.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { isId } from '../ids.ts'
import { drawnPicture } from '../media/drawn-picture.ts'
import { products, stockLevels } from './catalog.table.ts'
import { type Cursor, readCursor, writeCursor } from './cursor.ts'
import type { Product, ProductFilter, Sort } from './product.ts'

export type ProductPage = { products: Product[]; nextCursor: string | null }

/** One page of what is published, in one statement that stops after the page. */
export async function listProducts(ctx: Context, filter: ProductFilter): Promise<ProductPage> {
  const cursor = filter.cursor ? checkedCursor(filter.sort, readCursor(filter.cursor)) : undefined
  const rows = await preparedList(ctx.reads ?? ctx.db, filter, cursor !== undefined).execute({
    category: filter.category ?? '',
    take: filter.limit + 1,
    value: cursor?.value ?? '',
    id: cursor?.id ?? '',
  })
  const page = rows.slice(0, filter.limit).map(readProduct)
  const last = page.at(-1)
  const more = rows.length > filter.limit && last
  return { products: page, nextCursor: more ? writeCursor(sortedBy(filter.sort, last)) : null }
}

/** One published product; to a shopper any other does not exist. */
export async function findProduct(ctx: Context, id: string): Promise<Product> {
  const rows = isId('product', id) ? await preparedFind(ctx.reads ?? ctx.db).execute({ id }) : []
  if (!rows[0]) throw new Refusal('not_found', 'This product is not, or no longer, in the shop.')
  return readProduct(rows[0])
}

export async function countPublished(ctx: Context): Promise<number> {
  const rows = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(products)
    .where(eq(products.status, 'published'))
  return rows[0]?.count ?? 0
}

// Read as JSON: the driver takes an array's text apart letter by letter, and a list has seventy-two of them.
const list = (column: PgColumn) => sql<string[]>`to_json(${column})`

const row = {
  id: products.id,
  slug: products.slug,
  name: products.name,
  brand: products.brand,
  tagline: products.tagline,
  description: products.description,
  category: products.category,
  price: products.price,
  originalPrice: products.originalPrice,
  images: products.images,
  sizeQuantity: products.sizeQuantity,
  sizeUnit: products.sizeUnit,
  benefits: list(products.benefits),
  ingredients: list(products.ingredients),
  howToUse: list(products.howToUse),
  featured: products.featured,
  inStock: products.inStock,
  stock: stockLevels.available,
  ratingSum: products.ratingSum,
  reviewCount: products.reviewCount,
  createdAt: products.createdAt,
  updatedAt: products.updatedAt,
}

function selectProducts(db: Db) {
  return db.select(row).from(products).innerJoin(stockLevels, eq(stockLevels.productId, products.id))
}
type Row = Awaited<ReturnType<typeof selectProducts>>[number]

function preparedFind(db: Db) {
  return prepare(db, 'product', (db) =>
    selectProducts(db).where(and(eq(products.status, 'published'), eq(products.id, sql.placeholder('id')))),
  )
}

function preparedList(db: Db, { category, sort, inStock }: ProductFilter, after: boolean) {
  const name = ['products', sort, category && 'category', `stock-${inStock ?? 'any'}`, after && 'after'].join(
    '_',
  )
  return prepare(db, name, (db) =>
    selectProducts(db)
      .where(
        and(
          eq(products.status, 'published'),
          category ? eq(products.category, sql.placeholder('category')) : undefined,
          inStock === undefined ? undefined : eq(products.inStock, inStock),
          after ? AFTER[sort] : undefined,
        ),
      )
      .orderBy(...ORDER[sort])
      .limit(sql.placeholder('take')),
  )
}

const ORDER = {
  newest: [desc(products.createdAt), desc(products.id)],
  name: [asc(products.name), asc(products.id)],
  price: [asc(products.price), asc(products.id)],
} satisfies Record<Sort, SQL[]>

const value = sql.placeholder('value')
const id = sql.placeholder('id')
const AFTER = {
  newest: sql`(${products.createdAt}, ${products.id}) < (${value}::timestamptz, ${id})`,
  name: sql`(${products.name}, ${products.id}) > (${value}, ${id})`,
  price: sql`(${products.price}, ${products.id}) > (${value}::bigint, ${id})`,
} satisfies Record<Sort, SQL>

function sortedBy(sort: Sort, product: Product): Cursor {
  const values = { newest: product.createdAt.toISOString(), name: product.name, price: product.price }
  return { value: values[sort], id: product.id }
}

function checkedCursor(sort: Sort, cursor: Cursor): Cursor {
  const fits = {
    newest: isMoment(cursor.value),
    name: typeof cursor.value === 'string',
    price: Number.isSafeInteger(cursor.value),
  }
  if (fits[sort]) return cursor
  throw new Refusal(
    'invalid_input',
    'This page belongs to another order of the list. Start again from the first.',
    {
      cursor: 'Use a next_cursor that this list gave, with the same sort.',
    },
  )
}

/** As we write them, and no other of the many forms that JavaScript reads and PostgreSQL may not. */
function isMoment(value: string | number): boolean {
  return /^\d{4}-/.test(String(value)) && new Date(value).toJSON() === value
}

function readProduct(row: Row): Product {
  const [image = drawnPicture(row), ...others] = row.images
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    brand: row.brand,
    tagline: row.tagline,
    description: row.description,
    category: row.category,
    price: row.price,
    originalPrice: row.originalPrice,
    image,
    images: [image, ...others],
    size: row.sizeQuantity && row.sizeUnit ? { quantity: row.sizeQuantity, unit: row.sizeUnit } : null,
    benefits: row.benefits,
    ingredients: row.ingredients,
    howToUse: row.howToUse,
    featured: row.featured,
    inStock: row.inStock,
    stock: row.stock,
    rating: row.reviewCount ? Math.round((row.ratingSum / row.reviewCount) * 10) / 10 : null,
    reviewCount: row.reviewCount,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}
