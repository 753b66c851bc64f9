import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import { CartLines } from '../cart/cart-line.ts'
import type { EmailItem } from '../email/email-layout.ts'
import { readEmailSender } from '../email/email-sender.server.ts'
import { enqueueEmails } from '../email/emails.server.ts'
import { emailPictureSize, sizeFileName } from '../media/picture.ts'
import { formatMoney } from '../money.ts'
import { regionalAmount } from '../pricing/quote.ts'
import { DEFAULT_REGION, REGION_CODES, type Region } from '../regions/regions.ts'
import { buildRegion } from '../regions/terms.ts'
import type { Settings } from '../settings/settings.ts'
import { selectStoreSettings } from '../settings/store-settings.server.ts'
import type { StoreSettings } from '../settings/store-settings.ts'
import { MINUTE_MS } from '../time-units.ts'
import { DAYS_BETWEEN_REMINDERS } from './checkout-reminder.ts'
import { IS_PAYING, PURCHASES } from './later-orders.ts'
import { checkoutReminderEmail } from './reminder-email.ts'
import { reminderLink } from './reminder-link.ts'

type ReminderContext = { db: Db; settings: Settings; now: Date }

const BATCH = 100
/** While a payment page is open. */
const POSTPONED_MS = 15 * MINUTE_MS

/** A reminder is marked as sent in the transaction that writes its email, so running this twice at once sends it once. */
export async function sendCheckoutReminders(ctx: ReminderContext): Promise<void> {
  while ((await ctx.db.transaction((tx) => sendBatch({ ...ctx, db: tx }))) === BATCH);
}

async function sendBatch(ctx: ReminderContext): Promise<number> {
  const { db: tx, now } = ctx
  const due = await query(tx, DueReminder)`
    select r.id, r.email, r.lines, r.region from checkout_reminders r
    where r.state = 'waiting' and r.send_at <= ${now} order by r.send_at, r.id limit ${BATCH} for update skip locked`
  if (!due.length) return 0
  const { settings } = await selectStoreSettings(tx)
  const isOffered = settings.checkoutReminders.enabled && settings.opening.visibility === 'open'
  const statusById = await findStatuses(ctx, due)
  const products = await findProducts(tx, due)
  const checked = due.map((reminder) => {
    const items = toItems(ctx, reminder, products, regionOf(settings, reminder))
    const status = statusById.get(reminder.id)
    const isUnwanted = !isOffered || !items.length || !status || status.hasBought || status.isBlocked
    const outcome = isUnwanted || status.wasSent ? 'cancelled' : status.isPaying ? 'postponed' : 'sent'
    return { ...reminder, items, outcome }
  })
  const idsOf = (outcome: string) => checked.filter((other) => other.outcome === outcome).map(({ id }) => id)
  await execute(tx)`
    update checkout_reminders set send_at = ${new Date(now.getTime() + POSTPONED_MS)}
    where id = any(${idsOf('postponed')})`
  await execute(tx)`
    update checkout_reminders set state = 'cancelled', closed_at = ${now} where id = any(${idsOf('cancelled')})`
  await execute(tx)`
    update checkout_reminders set state = 'sent', closed_at = ${now} where id = any(${idsOf('sent')})`
  await enqueueReminders(
    ctx,
    checked.filter(({ outcome }) => outcome === 'sent'),
  )
  return due.length
}

const DueReminder = z.strictObject({
  id: z.string(),
  email: z.string(),
  lines: CartLines,
  region: z.enum(REGION_CODES),
})
type DueReminder = z.infer<typeof DueReminder>

const ReminderStatus = z.strictObject({
  id: z.string(),
  hasBought: z.boolean(),
  isPaying: z.boolean(),
  isBlocked: z.boolean(),
  wasSent: z.boolean(),
})

/** A statement of its own, so that it sees what others committed before the reminders were locked. */
async function findStatuses({ db, now }: ReminderContext, due: DueReminder[]) {
  const statuses = await query(db, ReminderStatus)`
    select r.id, exists (select from ${PURCHASES} o) as "hasBought", ${IS_PAYING} as "isPaying",
      exists (select from profiles p where (p.email = r.email or p.id = r.user_id) and p.blocked_at is not null) as "isBlocked",
      exists (select from checkout_reminders s where s.email = r.email and s.state = 'sent'
        and s.closed_at > ${now}::timestamptz - ${DAYS_BETWEEN_REMINDERS} * interval '1 day') as "wasSent"
    from checkout_reminders r where r.id = any(${due.map(({ id }) => id)})`
  return new Map(statuses.map((status) => [status.id, status]))
}

const ReminderProduct = z.strictObject({
  id: z.string(),
  name: z.string(),
  price: z.int(),
  pictureId: z.string().nullable(),
})
type ReminderProduct = z.infer<typeof ReminderProduct>

/** Those that can be bought now. */
async function findProducts(tx: Db, due: DueReminder[]): Promise<Map<string, ReminderProduct>> {
  const ids = new Set(due.flatMap(({ lines }) => lines.map(({ productId }) => productId)))
  const products = await query(tx, ReminderProduct)`
    select p.id, p.name, p.price, i.id as "pictureId"
    from products p join stock_levels s on s.product_id = p.id and s.available > 0
    left join pictures i on i.id = p.images->0->>'id' and i.width >= 320
    where p.id = any(${[...ids]}) and p.status = 'published'`
  return new Map(products.map((product) => [product.id, product]))
}

function regionOf(settings: StoreSettings, { region }: DueReminder): Region {
  return buildRegion(settings, settings.regions[region].enabled ? region : DEFAULT_REGION)
}

function toItems(
  { settings }: ReminderContext,
  { lines }: DueReminder,
  products: Map<string, ReminderProduct>,
  region: Region,
): EmailItem[] {
  return lines.flatMap(({ productId, quantity }) => {
    const product = products.get(productId)
    if (!product) return []
    const { name, price, pictureId } = product
    const item = {
      name: quantity > 1 ? `${name} × ${quantity}` : name,
      price: formatMoney({ amount: regionalAmount(price, region) * quantity, currency: region.currency }),
    }
    if (!pictureId) return [item]
    return [{ ...item, picture: `${settings.origin}/media/${sizeFileName(emailPictureSize(pictureId))}` }]
  })
}

async function enqueueReminders(
  { db, settings }: ReminderContext,
  reminders: (DueReminder & { items: EmailItem[] })[],
): Promise<void> {
  if (!reminders.length) return
  const sender = await readEmailSender({ db, settings })
  await enqueueEmails(
    db,
    reminders.map(({ id, email, items }) =>
      checkoutReminderEmail(
        { to: email, key: `checkout-reminder:${id}`, sender },
        items,
        reminderLink(settings, id),
      ),
    ),
  )
}
