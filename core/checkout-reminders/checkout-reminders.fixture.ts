import { z } from 'zod'
import { query } from '#db/sql.ts'
import { asAdmin } from '#test/accounts.ts'
import type { Context } from '../context.ts'
import { changeStoreSettings, findStoreSettings } from '../settings/change-store-settings.server.ts'
import { HOUR_MS } from '../time-units.ts'
import { REMINDER_STATES } from './checkout-reminder.ts'
import { sendCheckoutReminders } from './send-reminders.server.ts'

export async function offerReminders(ctx: Context, enabled = true) {
  const admin = await asAdmin(ctx)
  const { version } = await findStoreSettings(admin)
  await changeStoreSettings(admin, version, { checkoutReminders: { enabled, afterHours: 4 } })
}

export const inHours = ({ now }: Context, hours: number) => new Date(now.getTime() + hours * HOUR_MS)

/** Runs the job as it would run in some hours. */
export async function sendRemindersIn(ctx: Context, hours: number) {
  await sendCheckoutReminders({ db: ctx.db, settings: ctx.settings, now: inHours(ctx, hours) })
}

const StoredReminder = z.strictObject({
  id: z.string(),
  state: z.enum(REMINDER_STATES),
  lines: z.array(z.strictObject({ productId: z.string(), quantity: z.int() })),
  sendAt: z.date(),
})

export function findReminders({ db }: Pick<Context, 'db'>, email: string) {
  return query(db, StoredReminder)`
    select id, state, lines, send_at as "sendAt" from checkout_reminders where email = ${email} order by requested_at, id`
}

const StoredEmail = z.strictObject({ subject: z.string(), text: z.string(), html: z.string() })

export function findReminderEmails({ db }: Pick<Context, 'db'>, email: string) {
  return query(db, StoredEmail)`
    select subject, body_text as text, body_html as html from emails
    where recipient = ${email} and kind = 'checkout-reminder' order by created_at`
}

/** The reminder's link, from its email. */
export async function findReminderAccess(ctx: Pick<Context, 'db'>, email: string) {
  const [sent] = await findReminderEmails(ctx, email)
  const link = /https?:\S+\/checkout\/resume\S+/.exec(sent?.text ?? '')?.[0]
  if (!link) throw new Error(`No reminder was sent to ${email}`)
  const { searchParams } = new URL(link)
  return { id: searchParams.get('id') ?? '', key: searchParams.get('key') ?? '' }
}
