import { z } from 'zod'
import type { EmailSender } from '#core/email/email-layout.ts'
import { readEmailSender } from '#core/email/email-sender.server.ts'
import { enqueueEmails } from '#core/email/emails.server.ts'
import { emailPictureSize, sizeFileName } from '#core/media/picture.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import type { Settings } from '#core/settings/settings.ts'
import { HOUR_MS } from '#core/time-units.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, sql } from '#db/sql.ts'
import { type AlertedProduct, priceAlertEmail, stockAlertEmail } from './alert-emails.ts'
import { alertsUnsubscribeUrl } from './alerts.server.ts'

type AlertContext = { db: Db; settings: Settings; now: Date }

const BATCH = 500

/**
 * In the first hour after a product can be bought again, emails at most as many people as there are units, who asked first
 * first. A second job emails the others, while there is stock. Each batch is saved in one transaction with its emails, so
 * that running this again, or twice at once, sends nothing twice.
 */
export async function sendStockAlerts(ctx: AlertContext, productId: string): Promise<void> {
  while ((await ctx.db.transaction((tx) => sendStockBatch({ ...ctx, db: tx }, productId))) === BATCH);
}

const Restock = z.strictObject({ returnedAt: z.date(), windowFrom: z.date(), alerted: z.int() })

async function sendStockBatch(ctx: AlertContext, productId: string): Promise<number> {
  const { db: tx, now } = ctx
  // Other jobs of the product wait here.
  const [restock] = await query(tx, Restock)`
    select returned_at as "returnedAt", window_from as "windowFrom", alerted from restocks
    where product_id = ${productId} for update`
  const product = await findProduct(ctx, productId)
  if (!restock || !product) return 0
  const windowEnd = new Date(restock.windowFrom.getTime() + HOUR_MS)
  const isFirstHour = now < windowEnd
  if (isFirstHour)
    await enqueueJob(
      tx,
      'send-stock-alerts',
      { productId },
      { key: `send-stock-alerts:later:${productId}`, at: windowEnd },
    )
  const units = isFirstHour ? product.available - restock.alerted : product.available
  if (units <= 0) return 0
  const alerts = await query(tx, ClaimedAlert)`
    with due as (
      select a.id, coalesce(p.email, a.email) as email, 0 as "addedPrice"
      from product_alerts a ${WITH_ACCOUNT}
      where a.product_id = ${productId} and a.kind = 'stock' and a.state = 'waiting'
        and a.requested_at <= ${restock.returnedAt} and ${CAN_BE_EMAILED}
      order by a.requested_at, a.id limit ${isFirstHour ? Math.min(units, BATCH) : BATCH} for update of a skip locked
    ) ${CLAIM_DUE(now)}`
  if (isFirstHour)
    await execute(
      tx,
    )`update restocks set alerted = alerted + ${alerts.length} where product_id = ${productId}`
  await sendAlerts(ctx, alerts, (envelope) => stockAlertEmail(envelope, product))
  return alerts.length
}

/** To those who saved the product at a higher price. */
export async function sendPriceAlerts(ctx: AlertContext, productId: string): Promise<void> {
  while ((await ctx.db.transaction((tx) => sendPriceBatch({ ...ctx, db: tx }, productId))) === BATCH);
}

async function sendPriceBatch(ctx: AlertContext, productId: string): Promise<number> {
  const product = await findProduct(ctx, productId)
  if (!product) return 0
  const { price } = product
  const alerts = await query(ctx.db, ClaimedAlert)`
    with due as (
      select a.id, p.email, i.added_price as "addedPrice"
      from product_alerts a join wishlist_items i on i.profile_id = a.profile_id and i.product_id = a.product_id ${WITH_ACCOUNT}
      where a.product_id = ${productId} and a.kind = 'price' and a.state = 'waiting'
        and i.added_price > ${price}::bigint and ${CAN_BE_EMAILED}
      order by a.requested_at, a.id limit ${BATCH} for update of a skip locked
    ) ${CLAIM_DUE(ctx.now)}`
  await sendAlerts(ctx, alerts, (envelope, { addedPrice }) =>
    priceAlertEmail(envelope, product, Math.floor(((addedPrice - price) / addedPrice) * 100)),
  )
  return alerts.length
}

const ClaimedAlert = z.strictObject({
  id: z.string(),
  profileId: z.string().nullable(),
  email: z.string(),
  addedPrice: z.int(),
})
type ClaimedAlert = z.infer<typeof ClaimedAlert>

const WITH_ACCOUNT = sql`left join profiles p on p.id = a.profile_id left join auth_users u on u.id = a.profile_id`

/** Neither a blocked customer, nor an address that its owner never confirmed. */
const CAN_BE_EMAILED = sql`case when a.profile_id is null
  then not exists (select from profiles b where b.email = a.email and b.blocked_at is not null)
  else p.blocked_at is null and u.email_verified end`

const CLAIM_DUE = (now: Date) => sql`
  update product_alerts a set state = 'sent', sent_at = ${now} from due where due.id = a.id
  returning a.id, a.profile_id as "profileId", due.email, due."addedPrice"`

type AlertTemplate = (
  envelope: { to: string; key: string; sender: EmailSender; unsubscribeUrl: string },
  alert: ClaimedAlert,
) => ReturnType<typeof stockAlertEmail>

/** An address that asked twice, with and without its account, gets one email. */
async function sendAlerts(
  { db, settings }: AlertContext,
  alerts: ClaimedAlert[],
  template: AlertTemplate,
): Promise<void> {
  if (!alerts.length) return
  const sender = await readEmailSender({ db, settings })
  const byEmail = new Map(alerts.map((alert) => [alert.email, alert]))
  await enqueueEmails(
    db,
    [...byEmail.values()].map((alert) => {
      const unsubscribeUrl = alertsUnsubscribeUrl(settings, alert.profileId ?? alert.id)
      return template({ to: alert.email, key: `alert:${alert.id}`, sender, unsubscribeUrl }, alert)
    }),
  )
}

const StoredProduct = z.strictObject({
  name: z.string(),
  slug: z.string(),
  price: z.int(),
  available: z.int(),
  pictureId: z.string().nullable(),
})

async function findProduct(
  { db, settings }: AlertContext,
  productId: string,
): Promise<(AlertedProduct & { price: number; available: number }) | undefined> {
  const [product] = await query(db, StoredProduct)`
    select p.name, p.slug, p.price, s.available, i.id as "pictureId"
    from products p join stock_levels s on s.product_id = p.id
    left join pictures i on i.id = p.images->0->>'id' and i.width >= 320
    where p.id = ${productId} and p.status = 'published'`
  if (!product) return undefined
  const { name, slug, price, available, pictureId } = product
  const picture = pictureId
    ? `${settings.origin}/media/${sizeFileName(emailPictureSize(pictureId))}`
    : undefined
  return { name, price, available, picture, link: `${settings.origin}/product/${slug}` }
}
