import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn } from '#db/sql.ts'
import { findPasswordHash, isDesignatedAdmin } from '../accounts/account.server.ts'
import { verifyCurrentPassword } from '../accounts/passwords/password.server.ts'
import { requireSignedIn } from '../accounts/policy.ts'
import { lockAdmins, requireRemainingAdmin } from '../accounts/roles.server.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { DELETED_EMAIL } from '../email/deleted-email.ts'
import { Refusal } from '../errors.ts'

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
    await execute(tx)`delete from auth_users where id = ${actor.id}`
  })
}

/** Paid and pending orders still need a shipping address. */
async function refuseOpenOrders(db: Db, userId: string): Promise<void> {
  const [number] = await queryColumn(db, z.string())`
    select number from orders
    where user_id = ${userId} and payment_method = 'card' and status in ('pending', 'processing')
      and payment_status in ('pending', 'paid')
    limit 1`
  if (!number) return
  throw new Refusal(
    'conflict',
    `Order #${number} hasn’t shipped yet. Cancel it, or delete your account once it has shipped.`,
  )
}

async function anonymizeOrders(db: Db, { id, email }: { id: string; email: string }): Promise<void> {
  // Keeps the country, which the tax depends on.
  const orderIds = await queryColumn(db, z.string())`
    update orders set email = ${DELETED_EMAIL}, shipping_address = coalesce(
        (select jsonb_object_agg(key, case when key = 'country' then value else '""' end)
          from jsonb_each(shipping_address)), '{}')
    where user_id = ${id} or (user_id is null and email = ${email}) returning id`
  await execute(db)`update offer_uses set email_hash = '' where order_id = any(${orderIds})`
  // The stored response to checkout contains the address.
  await execute(db)`delete from idempotency_keys where order_id = any(${orderIds})`
}

async function anonymizeEmails(db: Db, email: string): Promise<void> {
  // Emails that are still waiting must not be sent.
  await execute(db)`
    update letters set recipient = ${DELETED_EMAIL}, body_text = null, body_html = null,
      state = case state when 'waiting' then 'failed' else state end
    where recipient = ${email}`
  await execute(db)`delete from mailbox where recipient = ${email}`
}
