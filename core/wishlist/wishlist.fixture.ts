import type { Context } from '#core/context.ts'
import { execute } from '#db/sql.ts'
import { asCustomer } from '#test/accounts.ts'
import { turnOnAlerts } from './alerts.server.ts'
import { addToWishlist } from './wishlist.server.ts'

/** A customer whose list has the products, and who gets emails about them. */
export async function buildWaitingCustomer(ctx: Context, productIds: string[]) {
  const customer = await asCustomer(ctx)
  for (const id of productIds) await addToWishlist(customer, id)
  await turnOnAlerts(customer)
  return customer
}

/** Guests who confirmed, the first of whom asked first. */
export async function addWaitingGuests({ db }: Pick<Context, 'db'>, productId: string, count: number) {
  await execute(db)`
    insert into product_alerts (id, kind, product_id, email, state, requested_at, consent)
    select 'pal_' || lpad(n::text, 20, '0'), 'stock', ${productId}, 'guest' || n || '@orchard.example', 'waiting',
      now() - interval '1 day' + n * interval '1 second', 'stock-1'
    from generate_series(1, ${count}::integer) n`
}

export async function changeStock({ db }: Pick<Context, 'db'>, productId: string, change: number) {
  await execute(db)`
    insert into stock_movements (product_id, change, reason) values (${productId}, ${change}, 'counted')`
}

export async function setPrice({ db }: Pick<Context, 'db'>, productId: string, price: number) {
  await execute(db)`update products set price = ${price} where id = ${productId}`
}
