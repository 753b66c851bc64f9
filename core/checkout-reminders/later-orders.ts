import { type Sql, sql } from '#db/sql.ts'

/** A payment page that was opened before the reminder was requested may be paid after it. */
const IS_RECENT = sql.raw(`o.created_at >= r.requested_at - interval '7 days'`)

/** The checkout form of a purchase may be sent once more, and then asks for a reminder again. */
const REQUESTED = sql.raw(`r.requested_at - interval '1 hour'`)

/** The orders of the reminder `r`'s address or account. */
const ORDERS = sql`(
  select o.id, o.number, o.status, o.payment_status, o.payment_method, o.authorization_state, o.created_at from orders o
  where o.email = r.email and ${IS_RECENT}
  union
  select o.id, o.number, o.status, o.payment_status, o.payment_method, o.authorization_state, o.created_at from orders o
  where o.user_id in (r.user_id, (select p.id from profiles p where p.email = r.email)) and ${IS_RECENT}
)`

/** Placed or paid since the shopper asked. A test order is a purchase, and so is one that was refunded. */
export const PURCHASES: Sql = sql`(
  select o.number, o.created_at from ${ORDERS} o
  where (o.payment_method = 'demo' and o.created_at >= ${REQUESTED})
    or ((o.payment_status in ('paid', 'refunded') or o.authorization_state is not null) and (o.created_at >= ${REQUESTED}
      or exists (select from payments p where p.order_id = o.id and coalesce(p.authorized_at, p.paid_at) >= ${REQUESTED})))
)`

/** Whether the shopper may still pay. */
export const IS_PAYING: Sql = sql`exists (
  select from ${ORDERS} o where o.payment_method = 'card' and o.payment_status = 'pending' and o.status = 'pending'
    and o.authorization_state is null)`
