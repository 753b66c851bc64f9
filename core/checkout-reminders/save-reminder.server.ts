import { execute, sql } from '#db/sql.ts'
import { limitRequests } from '../accounts/sign-in/rate-limit.server.ts'
import { combineLines } from '../cart/cart.ts'
import type { CartLine } from '../cart/cart-line.ts'
import { MAX_CART_LINES } from '../cart/limits.ts'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { normalizeCode } from '../offers/offer.ts'
import { readStoreSettings } from '../settings/store-settings.server.ts'
import { HOUR_MS } from '../time-units.ts'
import { DAYS_BETWEEN_REMINDERS, REMINDER_CONSENT } from './checkout-reminder.ts'

export type ReminderRequest = { email: string; lines: readonly CartLine[]; code: string }

const MAX_CODE_LENGTH = 60

/**
 * Only with the shopper's consent. Saving again replaces the cart and restarts the time. Nobody learns whether an
 * address has a reminder, and a guest can't change that of an account.
 */
export async function saveCheckoutReminder(ctx: Context, request: ReminderRequest): Promise<void> {
  const { checkoutReminders } = await readStoreSettings(ctx.db, ctx.log)
  if (!checkoutReminders.enabled) return
  await limitRequests(ctx, 'checkout-reminder')
  const lines = combineLines(request.lines)
    .slice(0, MAX_CART_LINES)
    .map((line, place) => ({ ...line, place }))
  const sendAt = new Date(ctx.now.getTime() + checkoutReminders.afterHours * HOUR_MS)
  await execute(ctx.db)`
    insert into checkout_reminders as r (id, email, user_id, lines, code, region, consent, state, requested_at, send_at)
    select ${newId('checkoutReminder')}, ${request.email}, ${userIdOf(ctx)}, c.lines,
      ${normalizeCode(request.code).slice(0, MAX_CODE_LENGTH)}, ${ctx.region.code}, ${REMINDER_CONSENT}, 'waiting', ${ctx.now}, ${sendAt}
    from (
      select jsonb_agg(jsonb_build_object('productId', p.id, 'quantity', l.quantity) order by l.place) as lines
      from json_to_recordset(${sql.json(lines)}) as l ("productId" text, quantity integer, place integer)
      join products p on p.id = l."productId" and p.status = 'published'
    ) c
    where c.lines is not null and not exists (
      select from checkout_reminders s where s.email = ${request.email} and s.state = 'sent'
        and s.closed_at > ${ctx.now}::timestamptz - ${DAYS_BETWEEN_REMINDERS} * interval '1 day')
    on conflict (email) where state = 'waiting' do update
      set user_id = excluded.user_id, lines = excluded.lines, code = excluded.code, region = excluded.region,
        consent = excluded.consent, requested_at = excluded.requested_at, send_at = excluded.send_at
      where r.user_id is null or r.user_id = excluded.user_id`
}

/** The shopper no longer agrees, so nothing of it remains. */
export async function cancelCheckoutReminder(ctx: Context, email: string): Promise<void> {
  await limitRequests(ctx, 'checkout-reminder')
  await execute(ctx.db)`
    delete from checkout_reminders
    where email = ${email} and state = 'waiting' and (user_id is null or user_id = ${userIdOf(ctx)})`
}

function userIdOf({ actor }: Context): string | null {
  return actor.kind === 'user' ? actor.id : null
}
