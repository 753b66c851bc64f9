import { statement } from '#db/statement.ts'
import { LOW_STOCK } from '../catalog/product.ts'
import type { Context } from '../context.ts'
import { DEFAULT_CUSTOMER_SETTINGS } from '../customers/profile.ts'
import { findCustomerSettings } from '../customers/settings.server.ts'
import { enqueueEmail, saveAndSendEmails } from '../mail/letters.server.ts'
import type { EmailTransport } from '../mail/mail.ts'
import { sizeFileName } from '../media/picture.ts'
import { findRefund, type Refund } from '../payments/refunds.server.ts'
import { readOrder } from './find-order.server.ts'
import type { Order } from './order.ts'
import {
  confirmedLetter,
  type Disputed,
  deliveredLetter,
  disputeLetter,
  type Envelope,
  type Low,
  lowStockLetter,
  newOrderLetter,
  paymentFailedLetter,
  refundedLetter,
  refundFailedLetter,
  returnReceivedLetter,
  type Shown,
  shippedLetter,
} from './order-letters.ts'
import { orderLink } from './order-link.ts'

type Writer = Pick<Context, 'db' | 'settings'>

/** To the buyer, if they want such letters, and to the owner; each once, however often this is done. */
export async function tellOfOrder(writer: Writer, mail: EmailTransport, orderId: string): Promise<void> {
  const order = await existing(writer, orderId)
  const { settings, db } = writer
  const toOwner = (path: string) => envelopeFor(writer, settings.adminEmail, `${settings.origin}${path}`)
  const [{ wanted, pictures, low } = NOTHING] = await selectAround(
    db,
    orderId,
    LOW_STOCK,
    DEFAULT_CUSTOMER_SETTINGS.orderConfirmations,
  )
  const shown = shownAt(settings, pictures ?? [])
  await saveAndSendEmails(db, mail, [
    ...(wanted ? [confirmedLetter(order, toBuyer(writer, order), shown)] : []),
    newOrderLetter(order, toOwner('/admin/orders')),
    ...(low ? [lowStockLetter(order, low, toOwner('/admin/products'))] : []),
  ])
}

const STEPS = { shipped: shippedLetter, delivered: deliveredLetter } as const

export async function tellOfStep(
  writer: Writer,
  { id, kind }: { id: string; kind: 'shipped' | 'delivered' | 'payment-failed' },
): Promise<void> {
  const order = await existing(writer, id)
  if (kind === 'payment-failed') {
    const back = envelopeFor(writer, order.email, `${writer.settings.origin}/cart`)
    return enqueueEmail(writer.db, paymentFailedLetter(order, back))
  }
  if (await wantsNews(writer, order)) {
    const shown = await picturesIn(writer, order)
    await enqueueEmail(writer.db, STEPS[kind](order, toBuyer(writer, order), shown))
  }
}

/** About money everybody is written to. */
export async function tellOfRefund(writer: Writer, refundId: string): Promise<void> {
  const refund = await findRefund(writer.db, refundId)
  if (!refund) throw new Error(`Refund ${refundId} is not there to be told of`)
  const order = await existing(writer, refund.orderId)
  await enqueueEmail(writer.db, refundedLetter(order, refund, toBuyer(writer, order)))
}

export async function tellOfReturn(writer: Writer, returnId: string): Promise<void> {
  const [asked] = await selectReturn(writer.db, returnId)
  if (!asked) throw new Error(`Return ${returnId} is not there to be told of`)
  const order = await existing(writer, asked.orderId)
  if (await wantsNews(writer, order))
    await enqueueEmail(writer.db, returnReceivedLetter(order, returnId, toBuyer(writer, order)))
}

/** In the transaction that heard of it, to the owner alone. */
export async function tellOfFailedRefund(writer: Writer, order: Order, refund: Refund): Promise<void> {
  await enqueueEmail(writer.db, refundFailedLetter(order, refund, officeEnvelope(writer, order)))
}

export async function tellOfDispute(writer: Writer, order: Order, dispute: Disputed): Promise<void> {
  await enqueueEmail(writer.db, disputeLetter(order, dispute, officeEnvelope(writer, order)))
}

function officeEnvelope(writer: Writer, { id }: Order): Envelope {
  const { adminEmail, origin } = writer.settings
  return envelopeFor(writer, adminEmail, `${origin}/admin/orders/${id}`)
}

async function wantsNews({ db }: Writer, { userId }: Order): Promise<boolean> {
  return !userId || (await findCustomerSettings(db, userId)).shippingUpdates
}

function toBuyer(writer: Writer, order: Order): Envelope {
  return envelopeFor(writer, order.email, orderLink(linker(writer), order))
}

/** What mail programs can show of them: a photograph, never a drawing. */
export async function picturesIn({ db, settings }: Writer, { items }: Order): Promise<Shown> {
  return shownAt(settings, await selectPictures(db, [...new Set(items.map(({ productId }) => productId))]))
}

type Pictured = { productId: string; id: string }

function shownAt({ origin }: Writer['settings'], pictures: Pictured[]): Shown {
  const address = (id: string) => `${origin}/media/${sizeFileName({ id, width: 320, format: 'webp' })}`
  return Object.fromEntries(pictures.map(({ productId, id }) => [productId, address(id)]))
}

function linker({ settings }: Writer) {
  return { secret: settings.secret, origin: settings.origin }
}

function envelopeFor({ settings: { support } }: Writer, to: string, link: string): Envelope {
  return { to, link, support: `${support.email} · ${support.phone}` }
}

async function existing({ db }: Writer, orderId: string): Promise<Order> {
  const order = await readOrder(db, orderId)
  if (!order) throw new Error(`Order ${orderId} is not there to be told of`)
  return order
}

const PICTURES = `from products p join pictures i on i.id = p.images->0->>'id' where i.width >= 320`
const selectPictures = statement<Pictured>(
  'letter_pictures',
  `select p.id as "productId", i.id ${PICTURES} and p.id = any($1)`,
)

type Around = { wanted: boolean; pictures: Pictured[] | null; low: Low[] | null }
const NOTHING: Around = { wanted: false, pictures: null, low: null }

// At once, since every order asks for it; what is low are those that this very order brought down.
const selectAround = statement<Around>(
  'letters_around_order',
  `select coalesce((select s.order_confirmations from profile_settings s where s.profile_id = o.user_id), o.user_id is null or $3)
     as wanted,
   (select json_agg(json_build_object('productId', p.id, 'id', i.id)) ${PICTURES}
     and p.id in (select product_id from order_items where order_id = o.id)) as pictures,
   (select json_agg(json_build_object('name', i.name, 'left', s.available) order by i.name)
     from order_items i join stock_levels s on s.product_id = i.product_id
     where i.order_id = o.id and s.available <= $2 and s.available + i.quantity > $2) as low
   from orders o where o.id = $1`,
)
const selectReturn = statement<{ orderId: string }>(
  'return_order',
  'select order_id as "orderId" from returns where id = $1',
)
