import { z } from 'zod'
import { requireApproval } from '#core/approval-rules/approval-rules.server.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { isStaff } from '#core/permissions/policy.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, sql } from '#db/sql.ts'
import { isDesignatedAdmin } from '../accounts/account.server.ts'
import { enqueueAccountEmail } from '../accounts/account-email.server.ts'
import { findProfile } from '../accounts/profiles.server.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { dataDeletedEmail } from '../email/account-emails.ts'
import { DELETED_EMAIL } from '../email/deleted-email.ts'
import { Refusal } from '../errors.ts'
import { isId } from '../ids.ts'
import { orderNotFound, readOrder } from '../orders/find-order.server.ts'
import { eraseImportedOrders } from './erase-orders.server.ts'
import {
  eraseAccount,
  eraseGuest,
  findOpenOrder,
  findOpenReturn,
  type Person,
} from './erase-person.server.ts'
import { RETAINED_AFTER_ERASURE } from './personal-data.ts'

/** For a customer who asked for it, by email or letter. Approval requests and the audit log name only the account’s ID. */
export async function eraseCustomer(ctx: Context, id: string): Promise<void> {
  requirePermission(ctx.actor, 'customers.edit')
  await requireCustomer(ctx, ctx.db, id)
  await requireApproval(ctx, {
    action: 'erase-customer',
    subject: id,
    payload: {},
    changes: [{ label: 'Delete', after: 'the account and its personal data' }],
  })
  await staffTransaction(ctx, 'customers.edit', async (tx) => {
    // Waits for an order that is being placed.
    await execute(tx)`select from profiles where id = ${id} for update`
    const customer = await requireCustomer(ctx, tx, id)
    await refuseOpenPurchases(tx, customer)
    await writeAudit(ctx, { action: 'customer-erased', subject: id }, tx)
    await eraseAccount(tx, customer)
    await enqueueAccountEmail(ctx, tx, customer.email, dataDeletedEmail, RETAINED_AFTER_ERASURE)
  })
}

/**
 * The guest who placed an order, or an imported one, with all their orders. Approval requests and the audit log name only
 * this order.
 */
export async function eraseGuestOfOrder(ctx: Context, orderId: string): Promise<void> {
  requirePermission(ctx.actor, 'customers.edit')
  const { name } = await requireGuest(ctx.db, orderId)
  await requireApproval(ctx, {
    action: 'erase-customer',
    subject: orderId,
    payload: { guest: true },
    changes: [{ label: 'Delete', after: `the personal data of the guest of ${name}` }],
  })
  await staffTransaction(ctx, 'customers.edit', async (tx) => {
    await execute(tx)`select from orders where id = ${orderId} for update`
    await execute(tx)`select from imported_orders where id = ${orderId} for update`
    const { email } = await requireGuest(tx, orderId)
    await writeAudit(ctx, { action: 'customer-erased', subject: orderId }, tx)
    // Only an imported order has none. Nothing else can be of the same person then.
    if (email === null) return eraseImportedOrders(tx, sql`id = ${orderId}`)
    const guest = { id: null, email }
    await refuseOpenPurchases(tx, guest)
    await eraseGuest(tx, guest)
    await enqueueAccountEmail(ctx, tx, email, dataDeletedEmail, RETAINED_AFTER_ERASURE)
  })
}

async function requireCustomer(ctx: Context, db: Db, id: string): Promise<Person & { id: string }> {
  const profile = await findProfile(db, id)
  if (!profile) throw new Refusal('not_found', 'Customer not found.')
  if (isStaff(profile) || isDesignatedAdmin(ctx, profile.email))
    throw new Refusal('conflict', 'This person is a member of the staff. Remove them from the staff first.')
  return profile
}

type GuestOrder = { name: string; userId: string | null; email: string | null; isErased: boolean }

async function requireGuest(db: Db, orderId: string): Promise<GuestOrder> {
  const order = isId('importedOrder', orderId)
    ? await readImported(db, orderId)
    : await readPlaced(db, orderId)
  if (!order) throw orderNotFound()
  if (order.isErased)
    throw new Refusal('conflict', 'The personal data of this order has already been deleted.')
  const accounts = await execute(db)`select 1 from profiles where email = ${order.email}`
  if (order.userId !== null || accounts)
    throw new Refusal('conflict', 'This person has an account. Delete the data on the customer’s page.')
  return order
}

async function readPlaced(db: Db, orderId: string): Promise<GuestOrder | undefined> {
  const order = await readOrder(db, orderId)
  if (!order) return undefined
  const { number, userId, email } = order
  return { name: `order #${number}`, userId, email, isErased: email === DELETED_EMAIL }
}

const ImportedGuest = z.strictObject({
  number: z.string(),
  email: z.string().nullable(),
  isErased: z.boolean(),
})

async function readImported(db: Db, orderId: string): Promise<GuestOrder | undefined> {
  const [order] = await query(db, ImportedGuest)`
    select number, email, num_nonnulls(email, customer_name, shipping_address, note) = 0 as "isErased"
    from imported_orders where id = ${orderId}`
  return order && { name: `imported order ${order.number}`, userId: null, ...order }
}

async function refuseOpenPurchases(tx: Db, person: Person): Promise<void> {
  const order = await findOpenOrder(tx, person)
  if (order)
    throw new Refusal(
      'conflict',
      order.isPaid
        ? `Order #${order.number} hasn’t shipped yet. Ship or cancel it first.`
        : `Order #${order.number} is waiting for its payment. Cancel it first, or try again in an hour.`,
    )
  const reference = await findOpenReturn(tx, person)
  if (reference)
    throw new Refusal('conflict', `Return ${reference} is still open. Close or decline it first.`)
}
