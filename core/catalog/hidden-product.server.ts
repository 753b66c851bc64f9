import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn } from '#db/sql.ts'

type HiddenProduct = { id: string; slug: string; name: string; description: string }

/** Creates a product that only lines of orders refer to, with the first of these orders. */
export async function ensureHiddenProduct(
  tx: Db,
  { id, slug, name, description }: HiddenProduct,
): Promise<void> {
  const [isReady] = await queryColumn(tx, z.boolean())`select exists (select from products where id = ${id})`
  if (isReady) return
  await execute(tx)`
    insert into categories (id, name, slug, position, hidden)
    select 'cat_gift_cards', 'Gift cards', 'gift-cards', 1, true where not exists (select from categories)
    on conflict (name) do nothing`
  await execute(tx)`
    insert into products (id, slug, name, description, category, price, status)
    select ${id}, ${slug}, ${name}, ${description}, name, 100, 'archived' from categories order by position limit 1
    on conflict (id) do nothing`
}
