import { statement } from '#db/statement.ts'
import type { Picture } from '../media/picture.ts'
import { MAX_CART_LINES, MAX_ITEM_QUANTITY } from './cart.ts'

export type CartProductStock = { id: string; name: string; stock: number }

export type CartItemRow = {
  id: string
  product_id: string
  quantity: number
  added_price: number | null
  slug: string
  name: string
  description: string
  category: string
  price: number
  images: Picture[]
  stock: number
  published: boolean
}

const COLUMNS = `i.id, i.product_id, i.quantity, i.added_price, p.slug, p.name, p.description, p.category, p.price, p.images,
  s.available as stock, p.status = 'published' as published`
const JOINS = 'join products p on p.id = i.product_id join stock_levels s on s.product_id = i.product_id'

export const selectCart = statement<CartItemRow>(
  'cart',
  `select ${COLUMNS} from cart_items i ${JOINS} where i.user_id = $1 order by i.created_at, i.id`,
)
export const selectItem = statement<CartItemRow>(
  'cart_item',
  `select ${COLUMNS} from cart_items i ${JOINS} where i.id = $1 and i.user_id = $2`,
)
export const insertItem = statement<CartItemRow>(
  'cart_add',
  `with i as (
    insert into cart_items (id, user_id, product_id, quantity, added_price)
    select $1, $2, p.id, $4, p.price from products p join stock_levels s on s.product_id = p.id
    where p.id = $3 and p.status = 'published' and s.available >= $4
      and (select count(*) from cart_items where user_id = $2) < ${MAX_CART_LINES}
    on conflict (user_id, product_id) do update
      set quantity = cart_items.quantity + excluded.quantity, added_price = excluded.added_price, updated_at = now()
      where cart_items.quantity + excluded.quantity <= ${MAX_ITEM_QUANTITY} and cart_items.quantity + excluded.quantity
        <= (select available from stock_levels where product_id = excluded.product_id)
    returning *
  ) select ${COLUMNS} from i ${JOINS}`,
)
export const updateItem = statement<CartItemRow>(
  'cart_change',
  `with i as (
    update cart_items set quantity = $3, updated_at = now() where id = $1 and user_id = $2 and $3 <= ${MAX_ITEM_QUANTITY}
      and ($3 < quantity or $3 <= (select available from stock_levels s where s.product_id = cart_items.product_id))
    returning *
  ) select ${COLUMNS} from i ${JOINS}`,
)
export const selectProduct = statement<CartProductStock & { published: boolean; quantity: number }>(
  'cart_product',
  `select p.id, p.name, s.available as stock, p.status = 'published' as published, coalesce(i.quantity, 0) as quantity
   from products p join stock_levels s on s.product_id = p.id
   left join cart_items i on i.product_id = p.id and i.user_id = $2 where p.id = $1`,
)
export const deleteItem = statement<{ id: string }>(
  'cart_remove',
  'delete from cart_items where id = $1 and user_id = $2 returning id',
)
export const deleteCart = statement('cart_clear', 'delete from cart_items where user_id = $1')

// With two tabs, the second waits on the key until the first commits, then merges nothing.
export const mergeItems = statement(
  'cart_merge',
  `with claimed as (
    insert into cart_merges (key_hash, user_id) select $3::text, $1 where $3 is not null
    on conflict do nothing returning 1
  ) insert into cart_items (id, user_id, product_id, quantity, added_price)
    select b.id, $1, p.id, least(b.quantity, ${MAX_ITEM_QUANTITY}, s.available), p.price
    from json_to_recordset($2::json) as b (id text, product_id text, quantity integer)
    join products p on p.id = b.product_id and p.status = 'published'
    join stock_levels s on s.product_id = p.id and s.available > 0
    where $3 is null or exists (select from claimed)
    order by p.id limit ${MAX_CART_LINES}
    on conflict (user_id, product_id) do update set updated_at = now(), quantity = greatest(cart_items.quantity,
      least(${MAX_ITEM_QUANTITY}, cart_items.quantity + (
        select quantity from json_to_recordset($2::json) as b (product_id text, quantity integer)
        where b.product_id = excluded.product_id
      ), (select available from stock_levels where product_id = excluded.product_id)))`,
)
export const deleteOldMerges = statement(
  'cart_forget_merges',
  `delete from cart_merges where at < now() - interval '90 days'`,
)
