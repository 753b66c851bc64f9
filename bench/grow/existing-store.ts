import type { ClientBase } from 'pg'
import type { GeneratedProduct } from './generated-product.ts'

/** Pictures that a generated product of the same category may reuse. */
export type BorrowedImages = { category: string; imageUrl: string; images: { id: string }[] }

export type ExistingStore = {
  /** The highest number at the end of an order number, a product slug, and a generated customer's email. */
  lastOrder: number
  lastProduct: number
  lastCustomer: number
  admin: string | null
  borrowed: BorrowedImages[]
}

/** Six-digit numbers stay free for the store's own orders. */
const FIRST_GENERATED_NUMBER = 10_000_000

export async function readExistingStore(client: ClientBase): Promise<ExistingStore> {
  const { rows } = await client.query<
    Record<'orders' | 'products' | 'customers', string> & { admin: string | null }
  >(
    `select
      (select coalesce(max(substring(number from 3)::bigint), 0) from orders) as orders,
      (select coalesce(max(substring(slug from '-([0-9]{1,15})$')::bigint), 0) from products) as products,
      (select coalesce(max(substring(email from '\\.([0-9]{1,15})@example\\.com$')::bigint), 0) from profiles) as customers,
      (select id from profiles where role = 'admin' order by created_at limit 1) as admin`,
  )
  const row = rows[0]
  const { rows: borrowed } = await client.query<BorrowedImages>(
    `select category, image_url as "imageUrl", images from products where images <> '[]' limit 200`,
  )
  return {
    lastOrder: Math.max(FIRST_GENERATED_NUMBER, Number(row?.orders)),
    lastProduct: Number(row?.products),
    lastCustomer: Number(row?.customers),
    admin: row?.admin ?? null,
    borrowed,
  }
}

export async function findPublishedProducts(client: ClientBase): Promise<GeneratedProduct[]> {
  const { rows } = await client.query<
    Omit<GeneratedProduct, 'since' | 'stock' | 'price'> & { price: string; since: Date }
  >(
    `select id, name, category, price, created_at as since from products where status = 'published' order by id`,
  )
  return rows.map((row) => ({ ...row, price: Number(row.price), since: row.since.getTime(), stock: 0 }))
}
