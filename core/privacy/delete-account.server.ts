import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import { findPasswordHash, isDesignatedAdmin } from '../accounts/account.server.ts'
import { authUsers } from '../accounts/accounts.table.ts'
import { verifyCurrentPassword } from '../accounts/passwords/password.server.ts'
import { requireSignedIn } from '../accounts/policy.ts'
import { lockAdmins, requireRemainingAdmin } from '../accounts/roles.server.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { DELETED_EMAIL } from '../email/deleted-email.ts'
import { emails, mailbox } from '../email/emails.table.ts'
import { Refusal } from '../errors.ts'
import { orders } from '../orders/orders.table.ts'

/** `password` is null for an account without one (Google). */
export async function deleteMyAccount(
  ctx: Context,
  { password }: { password: string | null },
): Promise<void> {
  const actor = requireSignedIn(ctx.actor)
  if (isDesignatedAdmin(ctx, actor.email)) {
    throw new Refusal(
      'conflict',
      'You can’t delete the designated administrator’s account. Change ADMIN_EMAIL first.',
    )
  }
  if (await findPasswordHash(ctx.db, actor.id)) await verifyCurrentPassword(ctx, password ?? '')
  await ctx.db.transaction(async (tx) => {
    const admins = await lockAdmins(tx)
    if (admins.some(({ id }) => id === actor.id)) requireRemainingAdmin(ctx, admins, actor.id)
    await refuseOpenOrders(tx, actor.id)
    await writeAudit(ctx, { action: 'account-deleted', subject: actor.id }, tx)
    await anonymizeOrders(tx, actor)
    await anonymizeEmails(tx, actor.email)
    // Deletes the profile, addresses, sessions, and passkeys too. Orders keep their amounts and lose their customer.
    await tx.delete(authUsers).where(eq(authUsers.id, actor.id))
  })
}

/** Paid and pending orders still need a shipping address. */
async function refuseOpenOrders(db: Db, userId: string): Promise<void> {
  const [openOrder] = await db
    .select({ number: orders.number })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.paymentMethod, 'card'),
        inArray(orders.status, ['pending', 'processing']),
        inArray(orders.paymentStatus, ['pending', 'paid']),
      ),
    )
    .limit(1)
  if (!openOrder) return
  throw new Refusal(
    'conflict',
    `Order #${openOrder.number} hasn’t shipped yet. Cancel it, or delete your account once it has shipped.`,
  )
}

/** Keeps the country, which the tax depends on. */
async function anonymizeOrders(db: Db, { id, email }: { id: string; email: string }): Promise<void> {
  const blankAddress = sql`coalesce((select jsonb_object_agg(key, case when key = 'country' then value else '""' end)
    from jsonb_each(${orders.shippingAddress})), '{}')`
  const anonymized = await db
    .update(orders)
    .set({ email: DELETED_EMAIL, shippingAddress: blankAddress })
    .where(or(eq(orders.userId, id), and(isNull(orders.userId), eq(orders.email, email))))
    .returning({ id: orders.id })
  const orderIds = anonymized.map(({ id }) => id)
  await blankEmailHashes(db, orderIds)
  // The stored response to checkout contains the address.
  await deleteOrderKeys(db, orderIds)
}

const blankEmailHashes = statement(
  'offer_uses_anonymize',
  `update offer_uses set email_hash = '' where order_id = any($1)`,
)
const deleteOrderKeys = statement(
  'order_keys_anonymize',
  'delete from idempotency_keys where order_id = any($1)',
)

/** Emails that are still waiting must not be sent. */
async function anonymizeEmails(db: Db, email: string): Promise<void> {
  const state = sql`case ${emails.state} when 'waiting' then 'failed' else ${emails.state} end`
  await db
    .update(emails)
    .set({ recipient: DELETED_EMAIL, bodyText: null, bodyHtml: null, state })
    .where(eq(emails.recipient, email))
  await db.delete(mailbox).where(eq(mailbox.recipient, email))
}
