import { newId } from '#core/ids.ts'
import { queryDatabase } from './demo-store.ts'
import type { Store } from './test.ts'

type ShadeDraft = { name: string; color: string; stock?: number; price?: number }

/** A published family of shades. Returns their paths in order. */
export async function createShades(
  { databaseUrl }: Store,
  { name, shades }: { name: string; shades: ShadeDraft[] },
): Promise<string[]> {
  const familyId = newId('family')
  const members = shades.map(({ name, color, stock = 10, price = 3800 }, position) => {
    const id = newId('product')
    return { id, slug: id.replace('_', '-'), name, color, stock, price, position }
  })
  await queryDatabase(
    databaseUrl,
    `with family as (
      insert into families (id, slug, name, category, options)
      values ($1, $2, $3, 'Makeup', '{shade}') returning id
    ), member as (
      select * from json_to_recordset($4) as m (id text, slug text, name text, color text, stock int, price int, position int)
    ), added as (
      insert into products (id, slug, name, category, family_id, position, shade_name, shade_color, price, images)
      select m.id, m.slug, $3, 'Makeup', family.id, m.position, m.name, m.color, m.price, json_build_array(json_build_object(
        'id', m.id, 'url', '/media/placeholders/makeup.svg', 'width', 900, 'height', 1200, 'alt', m.name, 'preview', ''))
      from family, member m returning id
    )
    select count(*) from added`,
    [familyId, familyId.replace('_', '-'), name, JSON.stringify(members)],
  )
  for (const { id, stock } of members)
    if (stock)
      await queryDatabase(
        databaseUrl,
        `insert into stock_movements (product_id, change, reason) values ($1, $2, 'received')`,
        [id, stock],
      )
  return members.map(({ slug }) => `/product/${slug}`)
}
