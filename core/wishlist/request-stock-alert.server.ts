import { z } from 'zod'
import { LINK_EXPIRED } from '#core/accounts/one-time-links.server.ts'
import { hashToken, newToken } from '#core/accounts/sessions/tokens.ts'
import { canEmail, limitRequests } from '#core/accounts/sign-in/rate-limit.server.ts'
import { productsNotFound } from '#core/catalog/stock-shortage.ts'
import type { Context } from '#core/context.ts'
import { readEmailSender } from '#core/email/email-sender.server.ts'
import { enqueueEmail } from '#core/email/emails.server.ts'
import { Refusal } from '#core/errors.ts'
import { isId, newId } from '#core/ids.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import type { Settings } from '#core/settings/settings.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, type Sql, sql } from '#db/sql.ts'
import { confirmStockAlertEmail, knownStockAlertEmail } from './alert-emails.ts'
import { changeList } from './change-list.server.ts'
import { insertItem } from './wishlist.server.ts'
import type { AlertConsent } from './wishlist.ts'

const CONSENT: AlertConsent = 'stock-1'
const CONFIRM_HOURS = 72

const AlertProduct = z.strictObject({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  inStock: z.boolean(),
})
export type AlertProduct = z.infer<typeof AlertProduct>

/** Anyone can submit any address. Only its owner learns the result, by email. */
export async function requestStockAlert(
  ctx: Context,
  { email, productId }: { email: string; productId: string },
): Promise<AlertProduct> {
  await limitRequests(ctx, 'stock-alert')
  const product = await requireSoldOut(ctx.db, productId)
  if (await canEmail(ctx, email, 'stock-alert')) {
    const { origin } = ctx.settings
    await enqueueJob(ctx.db, 'stock-alert-requested', { email, productId, origin })
  }
  return product
}

/** The product is put on the customer's list, which the email belongs to. */
export async function requestOwnStockAlert(ctx: Context, productId: string): Promise<AlertProduct> {
  return changeList(ctx, async (tx, profileId) => {
    await insertItem({ ...ctx, db: tx }, profileId, productId)
    const product = await requireSoldOut(tx, productId)
    await execute(tx)`
      insert into product_alerts as a (id, kind, product_id, profile_id, state, requested_at, consent)
      values (${newId('productAlert')}, 'stock', ${productId}, ${profileId}, 'waiting', ${ctx.now}, ${CONSENT})
      on conflict (profile_id, product_id, kind) where profile_id is not null do update
        set state = 'waiting', requested_at = excluded.requested_at, sent_at = null, consent = excluded.consent
        where a.state = 'sent'`
    return product
  })
}

async function requireSoldOut(db: Db, productId: string): Promise<AlertProduct> {
  const [product] = isId('product', productId)
    ? await selectProducts(db, sql`p.id = ${productId} and p.status = 'published'`)
    : []
  if (!product) throw productsNotFound([productId])
  if (product.inStock) throw new Refusal('conflict', `${product.name} is in stock.`)
  return product
}

function selectProducts(db: Db, condition: Sql): Promise<AlertProduct[]> {
  return query(db, AlertProduct)`
    select p.id, p.slug, p.name, p.in_stock as "inStock" from products p where ${condition}`
}

const StoredAlert = z.strictObject({
  id: z.string(),
  productId: z.string(),
  state: z.enum(['pending', 'waiting', 'sent']),
})

/** A blocked customer gets no email. */
export async function sendStockAlertConfirmation(
  db: Db,
  settings: Settings,
  { email, productId }: { email: string; productId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [product] = await selectProducts(tx, sql`p.id = ${productId}`)
    if (!product) return
    const token = newToken()
    // A double click sends one email. Who was emailed once may ask again.
    const [alert] = await query(tx, StoredAlert)`
      insert into product_alerts as a (id, kind, product_id, email, state, requested_at, consent, confirm_hash, confirm_until)
      select ${newId('productAlert')}, 'stock', ${productId}, ${email}, 'pending', now(), ${CONSENT}, ${hashToken(token)},
        now() + ${CONFIRM_HOURS} * interval '1 hour'
      where not exists (select from profiles where email = ${email} and blocked_at is not null)
      on conflict (email, product_id, kind) where email is not null do update
        set confirm_hash = excluded.confirm_hash, confirm_until = excluded.confirm_until, sent_at = null,
          state = case when a.state = 'sent' then 'pending' else a.state end,
          requested_at = case when a.state = 'sent' then excluded.requested_at else a.requested_at end
        where a.confirm_until is null or a.confirm_until < excluded.confirm_until - interval '1 minute'
      returning id, product_id as "productId", state`
    if (!alert) return
    const envelope = {
      to: email,
      key: `stock-alert:${token}`,
      sender: await readEmailSender({ db: tx, settings }),
    }
    const link = `${settings.origin}/wishlist/confirm?token=${token}`
    await enqueueEmail(
      tx,
      alert.state === 'waiting'
        ? knownStockAlertEmail(envelope, product.name)
        : confirmStockAlertEmail(envelope, product.name, link),
    )
  })
}

/** Opening the link doesn't confirm: email scanners follow links too. */
export async function findStockAlertProduct(
  { db }: Pick<Context, 'db'>,
  token: string,
): Promise<AlertProduct | undefined> {
  const [product] = await selectProducts(
    db,
    sql`p.id = (select product_id from product_alerts where ${hasConfirmToken(token)})`,
  )
  return product
}

/** Confirming again changes nothing. No email is needed about a product that is back already. */
export async function confirmStockAlert({ db }: Pick<Context, 'db'>, token: string): Promise<AlertProduct> {
  return db.transaction(async (tx) => {
    // Locked before the alert, as when the product's stock returns.
    await execute(tx)`select from products
      where id = (select product_id from product_alerts where ${hasConfirmToken(token)}) for share`
    const product = await findStockAlertProduct({ db: tx }, token)
    if (!product) throw new Refusal('not_found', LINK_EXPIRED)
    if (!product.inStock)
      await execute(tx)`
        update product_alerts set state = 'waiting' where ${hasConfirmToken(token)} and state = 'pending'`
    return product
  })
}

function hasConfirmToken(token: string): Sql {
  return sql`confirm_hash = ${hashToken(token)} and confirm_until > now() and state <> 'sent'`
}
