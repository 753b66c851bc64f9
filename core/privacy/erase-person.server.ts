import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn, sql } from '#db/sql.ts'
import { revokeLinks } from '../accounts/one-time-links.server.ts'
import { eraseEmails, eraseGiftCards, eraseImportedOrders, eraseOrders } from './erase-orders.server.ts'

/** A guest has no account: `id` is null. */
export type Person = { id: string | null; email: string }

const OpenOrder = z.strictObject({ number: z.string(), isPaid: z.boolean() })

/** A paid or pending order still needs a shipping address. Null if there is none. */
export async function findOpenOrder(tx: Db, { id, email }: Person) {
  // Anyone can start a guest order with any address, so only paid ones count.
  const [order = null] = await query(tx, OpenOrder)`
    select number, (payment_status = 'paid' or authorization_state is not null) as "isPaid" from orders
    where payment_method = 'card' and status in ('pending', 'processing')
      and ((user_id = ${id} and (payment_status in ('pending', 'paid') or authorization_state is not null))
        or (user_id is null and email = ${email} and (payment_status = 'paid' or authorization_state is not null)))
    order by created_at limit 1`
  return order
}

/** The reference of a return that is still to be refunded. Null if there is none. */
export async function findOpenReturn(tx: Db, { id, email }: Person): Promise<string | null> {
  const [reference = null] = await queryColumn(tx, z.string())`
    select r.reference from returns r join orders o on o.id = r.order_id
    where (o.user_id = ${id} or (o.user_id is null and o.email = ${email}))
      and r.state in ('requested', 'received', 'inspected') order by r.requested_at limit 1`
  return reference
}

/** What can belong to someone without an account. */
export async function eraseGuest(tx: Db, { id, email }: Person): Promise<void> {
  await eraseOrders(tx, sql`user_id = ${id} or (user_id is null and email = ${email})`)
  await eraseImportedOrders(tx, sql`email = ${email}`)
  await eraseEmails(tx, sql`recipient = ${email}`)
  await eraseGiftCards(tx, sql`recipient_email = ${email} or user_id = ${id}`)
  await execute(tx)`delete from draft_orders where email = ${email} or user_id = ${id}`
  await execute(tx)`delete from newsletter_subscribers where email = ${email}`
  await execute(tx)`delete from product_alerts where email = ${email}`
  await execute(tx)`delete from checkout_reminders where email = ${email} or user_id = ${id}`
  await execute(tx)`update adverse_events set email = null where email = ${email}`
  await execute(tx)`delete from data_import_rows where email = ${email}`
}

/** The caller has locked the account. */
export async function eraseAccount(tx: Db, { id, email }: Person & { id: string }): Promise<void> {
  await eraseGuest(tx, { id, email })
  await execute(tx)`delete from staff_invitations where email = ${email}`
  await execute(tx)`delete from reviews where profile_id = ${id}`
  await execute(tx)`delete from approval_requests where requested_by = ${id}`
  await revokeLinks(tx, id)
  // Deletes the profile, addresses, cart, sessions, and passkeys too.
  await execute(tx)`delete from auth_users where id = ${id}`
}
