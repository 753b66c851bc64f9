import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { findCustomerSettings } from '#core/customers/customer-settings.server.ts'
import { DEFAULT_CUSTOMER_SETTINGS } from '#core/customers/profile.ts'
import { readEmailSender } from '#core/email/email-sender.server.ts'
import type { EmailTransport } from '#core/email/email-transport.ts'
import { enqueueEmail, saveAndSendEmails } from '#core/email/emails.server.ts'
import { emailPictureSize, sizeFileName } from '#core/media/picture.ts'
import { listPayments } from '#core/payments/payments.server.ts'
import type { Refund } from '#core/payments/refund.ts'
import { findRefund } from '#core/payments/refunds.server.ts'
import { backOfficeLink } from '#core/settings/back-office-link.ts'
import { readNotificationEmail } from '#core/settings/store-identity.server.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { formatStoreAddress } from '#core/settings/store-settings.ts'
import { query, sql } from '#db/sql.ts'
import { readOrder } from '../find-order.server.ts'
import type { Order } from '../order.ts'
import { orderLink } from '../order-link.ts'
import { findFirstUse } from '../progress/first-use.server.ts'
import { shownArrival } from '../progress/order-arrival.ts'
import { findOrderedGiftCard } from '../progress/ordered-gift-card.server.ts'
import { type Return, requireReturn } from '../returns/returns.server.ts'
import {
  deliveredEmail,
  orderConfirmedEmail,
  refundedEmail,
  returnDeclinedEmail,
  returnReceivedEmail,
  returnRequestedEmail,
  shippedEmail,
} from './customer-emails.ts'
import { exchangeEmail } from './exchange-email.ts'
import type { EmailDetails, Envelope, ProductImages } from './order-email.ts'
import { findOrderedAllergens } from './ordered-allergens.server.ts'
import { lowStockEmail, newOrderEmail, refundFailedEmail, returnRequestOwnerEmail } from './owner-emails.ts'
import { paymentFailedEmail, paymentNotConfirmedEmail, paymentProcessingEmail } from './payment-emails.ts'

export type EmailContext = Pick<Context, 'db' | 'settings' | 'now'>

/** Emails the customer, unless they opted out, and the owner. Safe to repeat: each email is sent once. */
export async function sendOrderEmails(
  ctx: EmailContext,
  mail: EmailTransport,
  orderId: string,
): Promise<void> {
  const order = await requireOrder(ctx, orderId)
  const { settings, db } = ctx
  const { wantsConfirmation, pictures, hasNewLowStock } = await findOrderEmailData(ctx, orderId)
  const images = imageUrls(settings, pictures)
  if (hasNewLowStock && order.kind === 'products') await notifyLowStock(ctx, order)
  await saveAndSendEmails(db, mail, [
    // That of a gift card has the link to it.
    ...(wantsConfirmation || order.kind === 'gift_card'
      ? [
          orderConfirmedEmail(
            order,
            await buyerEnvelope(ctx, order),
            images,
            await findEmailDetails(ctx, order, 'order-confirmed'),
          ),
        ]
      : []),
    newOrderEmail(order, await ownerEnvelope(ctx, '/admin/orders')),
  ])
}

const ProductPicture = z.strictObject({ productId: z.string(), id: z.string() })
const OrderEmailData = z.strictObject({
  wantsConfirmation: z.boolean(),
  pictures: z.array(ProductPicture),
  hasNewLowStock: z.boolean(),
})

// One query, because every order needs it.
async function findOrderEmailData({ db }: EmailContext, orderId: string) {
  const { orderConfirmations } = DEFAULT_CUSTOMER_SETTINGS
  const [data] = await query(db, OrderEmailData)`
    select coalesce((select s.order_confirmations from profile_settings s where s.profile_id = o.user_id),
        o.user_id is null or ${orderConfirmations}) as "wantsConfirmation",
      coalesce((select json_agg(json_build_object('productId', p.id, 'id', i.id)) ${FROM_PICTURES}
        and p.id in (select product_id from order_items where order_id = o.id)), '[]') as pictures,
      exists (select from order_items i join stock_levels s on s.product_id = i.product_id
        where i.order_id = o.id and s.available <= low_stock() and not s.low_stock_notified) as "hasNewLowStock"
    from orders o where o.id = ${orderId}`
  return data ?? { wantsConfirmation: false, pictures: [], hasNewLowStock: false }
}

/** Several orders may come before the first one's job: whichever job finds the product low sends the one email. */
async function notifyLowStock(ctx: EmailContext, order: Order): Promise<void> {
  const envelope = await ownerEnvelope(ctx, '/admin/products')
  await ctx.db.transaction(async (tx) => {
    const lowStock = await query(tx, LowStockProduct)`
      with low as (
        select s.product_id from stock_levels s
        where s.product_id in (select product_id from order_items where order_id = ${order.id})
          and s.available <= low_stock() and not s.low_stock_notified
        order by s.product_id for update
      ), claimed as (
        update stock_levels s set low_stock_notified = true from low where s.product_id = low.product_id
        returning s.product_id, s.available
      )
      select i.name, c.available as stock from claimed c
        join order_items i on i.product_id = c.product_id and i.order_id = ${order.id} order by i.name`
    if (lowStock.length) await enqueueEmail(tx, lowStockEmail(order, lowStock, envelope))
  })
}

const LowStockProduct = z.strictObject({ name: z.string(), stock: z.int() })

const STATUS_EMAILS = { shipped: shippedEmail, delivered: deliveredEmail } as const

export async function sendStatusEmail(
  ctx: EmailContext,
  { id, kind }: { id: string; kind: 'shipped' | 'delivered' | 'payment-failed' | 'payment-processing' },
): Promise<void> {
  const order = await requireOrder(ctx, id)
  if (kind === 'payment-processing') {
    // It may have been paid, or have failed, before this job ran.
    if (!order.paymentProcessing) return
    return enqueueEmail(ctx.db, paymentProcessingEmail(order, await buyerEnvelope(ctx, order)))
  }
  if (kind === 'payment-failed') {
    const [payment] = await listPayments(ctx.db, id)
    if (payment?.processingAt || payment?.link)
      return enqueueEmail(ctx.db, paymentNotConfirmedEmail(order, payment, await buyerEnvelope(ctx, order)))
    const retryLink =
      order.kind === 'gift_card' ? `${ctx.settings.origin}/gift-cards` : `${ctx.settings.origin}/cart`
    const envelope = await envelopeFor(ctx, order.email, retryLink)
    return enqueueEmail(ctx.db, paymentFailedEmail(order, envelope))
  }
  if (await wantsShippingUpdates(ctx, order)) {
    const images = await findProductImages(ctx, order)
    const { timeZone } = await readStoreSettings(ctx.db)
    const envelope = { ...(await buyerEnvelope(ctx, order)), timeZone }
    const details = await findEmailDetails(ctx, order, kind)
    await enqueueEmail(ctx.db, STATUS_EMAILS[kind](order, envelope, images, details))
  }
}

export async function findEmailDetails(
  ctx: EmailContext,
  order: Order,
  kind: 'order-confirmed' | 'shipped' | 'delivered',
): Promise<EmailDetails> {
  if (order.kind === 'gift_card') return { giftCard: await findOrderedGiftCard(ctx, order) }
  if (kind === 'delivered') return { firstUse: await findFirstUse(ctx, order) }
  return {
    arrival: shownArrival(order, await readStoreSettings(ctx.db), ctx.now),
    ...(kind === 'order-confirmed' && { allergens: await findOrderedAllergens(ctx.db, order.id) }),
  }
}

/** Refund emails ignore the customer's email settings. */
export async function sendRefundEmail(ctx: EmailContext, refundId: string): Promise<void> {
  const refund = await findRefund(ctx.db, refundId)
  if (!refund) throw new Error(`Refund ${refundId} not found`)
  const order = await requireOrder(ctx, refund.orderId)
  await enqueueEmail(ctx.db, refundedEmail(order, refund, await buyerEnvelope(ctx, order)))
}

type ReturnEmailKind = 'requested' | 'received' | 'declined' | 'exchanged'

/** The customer requested the return, so emails about it ignore their settings. */
export async function sendReturnEmail(
  ctx: EmailContext,
  { id, kind = 'received' }: { id: string; kind?: ReturnEmailKind },
): Promise<void> {
  const orderReturn = await requireReturn(ctx.db, id)
  const order = await requireOrder(ctx, orderReturn.orderId)
  const envelope = await buyerEnvelope(ctx, order)
  if (kind === 'exchanged') return sendExchangeEmail(ctx, order, orderReturn)
  if (kind === 'declined') return enqueueEmail(ctx.db, returnDeclinedEmail(order, orderReturn, envelope))
  if (kind === 'received') return enqueueEmail(ctx.db, returnReceivedEmail(order, orderReturn, envelope))
  const { store, returnAddress: address } = await readStoreSettings(ctx.db)
  const returnAddress = formatStoreAddress(address ?? store)
  await enqueueEmail(ctx.db, returnRequestedEmail(order, orderReturn, { ...envelope, returnAddress }))
  const toOwner = { ...(await ownerEnvelope(ctx, orderPath(order))), returnAddress }
  await enqueueEmail(ctx.db, returnRequestOwnerEmail(order, orderReturn, toOwner))
}

async function sendExchangeEmail(
  ctx: EmailContext,
  order: Order,
  { id, replacementOrder }: Return,
): Promise<void> {
  const replacement = await requireOrder(ctx, replacementOrder ?? '')
  const [open] = (await listPayments(ctx.db, replacement.id)).filter(({ state }) => state === 'open')
  const { timeZone } = await readStoreSettings(ctx.db)
  const envelope = { ...(await buyerEnvelope(ctx, replacement)), timeZone }
  const exchange = { id, replacement, dueUntil: open?.expiresAt ?? null }
  await enqueueEmail(ctx.db, exchangeEmail(order, exchange, envelope))
}

export async function sendRefundFailedEmail(ctx: EmailContext, order: Order, refund: Refund): Promise<void> {
  await enqueueEmail(ctx.db, refundFailedEmail(order, refund, await ownerEnvelope(ctx, orderPath(order))))
}

const orderPath = ({ id }: Order) => `/admin/orders/${id}`

export async function ownerEnvelope(ctx: EmailContext, path: string): Promise<Envelope> {
  return envelopeFor(ctx, await readNotificationEmail(ctx), backOfficeLink(ctx, path))
}

async function wantsShippingUpdates({ db }: EmailContext, { userId }: Order): Promise<boolean> {
  return !userId || (await findCustomerSettings(db, userId)).shippingUpdates
}

export function buyerEnvelope(ctx: EmailContext, order: Order): Promise<Envelope> {
  return envelopeFor(ctx, order.email, orderLink(ctx.settings, order))
}

/** Only photographs: email clients don't show SVG placeholders. */
export async function findProductImages(
  { db, settings }: EmailContext,
  { items }: Order,
): Promise<ProductImages> {
  const productIds = [...new Set(items.map(({ productId }) => productId))]
  const pictures = await query(db, ProductPicture)`
    select p.id as "productId", i.id ${FROM_PICTURES} and p.id = any(${productIds})`
  return imageUrls(settings, pictures)
}

const FROM_PICTURES = sql`from products p join pictures i on i.id = p.images->0->>'id' where i.width >= 320`

function imageUrls(
  { origin }: EmailContext['settings'],
  pictures: z.infer<typeof ProductPicture>[],
): ProductImages {
  const toUrl = (id: string) => `${origin}/media/${sizeFileName(emailPictureSize(id))}`
  return Object.fromEntries(pictures.map(({ productId, id }) => [productId, toUrl(id)]))
}

async function envelopeFor(ctx: EmailContext, to: string, link: string): Promise<Envelope> {
  return { to, link, sender: await readEmailSender(ctx) }
}

async function requireOrder({ db }: EmailContext, orderId: string): Promise<Order> {
  const order = await readOrder(db, orderId)
  if (!order) throw new Error(`Order ${orderId} not found`)
  return order
}
