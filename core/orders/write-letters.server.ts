import { statement } from '#db/statement.ts'
import { LOW_STOCK } from '../catalog/product.ts'
import type { Context } from '../context.ts'
import { settingsOf } from '../customers/settings.server.ts'
import { writeAndSend, writeLetter } from '../mail/letters.server.ts'
import type { Mail } from '../mail/mail.ts'
import { sizeName } from '../media/picture.ts'
import { findRefund, type Refund } from '../payments/refunds.server.ts'
import { readOrder } from './find-order.server.ts'
import type { Order } from './order.ts'
import {
  confirmedLetter,
  type Disputed,
  deliveredLetter,
  disputeLetter,
  type Envelope,
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

type Writer = Pick<Context, 'db' | 'house'>

/** To the buyer, if they want such letters, and to the owner; each once, however often this is done. */
export async function tellOfOrder(writer: Writer, mail: Mail, orderId: string): Promise<void> {
  const order = await existing(writer, orderId)
  const { house, db } = writer
  const toOwner = (path: string) => envelopeFor(writer, house.adminEmail, `${house.origin}${path}`)
  const shown = await picturesIn(writer, order)
  const low = await selectLow(db, orderId, LOW_STOCK)
  await writeAndSend(db, mail, [
    ...((await wants(writer, order, 'orderConfirmations'))
      ? [confirmedLetter(order, toBuyer(writer, order), shown)]
      : []),
    newOrderLetter(order, toOwner('/admin/orders')),
    ...(low.length ? [lowStockLetter(order, low, toOwner('/admin/products'))] : []),
  ])
}

const STEPS = { shipped: shippedLetter, delivered: deliveredLetter } as const

export async function tellOfStep(
  writer: Writer,
  { id, kind }: { id: string; kind: 'shipped' | 'delivered' | 'payment-failed' },
): Promise<void> {
  const order = await existing(writer, id)
  if (kind === 'payment-failed') {
    const back = envelopeFor(writer, order.email, `${writer.house.origin}/cart`)
    return writeLetter(writer.db, paymentFailedLetter(order, back))
  }
  if (await wants(writer, order, 'shippingUpdates')) {
    const shown = await picturesIn(writer, order)
    await writeLetter(writer.db, STEPS[kind](order, toBuyer(writer, order), shown))
  }
}

/** About money everybody is written to. */
export async function tellOfRefund(writer: Writer, refundId: string): Promise<void> {
  const refund = await findRefund(writer.db, refundId)
  if (!refund) throw new Error(`Refund ${refundId} is not there to be told of`)
  const order = await existing(writer, refund.orderId)
  await writeLetter(writer.db, refundedLetter(order, refund, toBuyer(writer, order)))
}

export async function tellOfReturn(writer: Writer, returnId: string): Promise<void> {
  const [asked] = await selectReturn(writer.db, returnId)
  if (!asked) throw new Error(`Return ${returnId} is not there to be told of`)
  const order = await existing(writer, asked.orderId)
  if (await wants(writer, order, 'shippingUpdates'))
    await writeLetter(writer.db, returnReceivedLetter(order, returnId, toBuyer(writer, order)))
}

/** In the transaction that heard of it, to the owner alone. */
export async function tellOfFailedRefund(writer: Writer, order: Order, refund: Refund): Promise<void> {
  await writeLetter(writer.db, refundFailedLetter(order, refund, officeEnvelope(writer, order)))
}

export async function tellOfDispute(writer: Writer, order: Order, dispute: Disputed): Promise<void> {
  await writeLetter(writer.db, disputeLetter(order, dispute, officeEnvelope(writer, order)))
}

function officeEnvelope(writer: Writer, { id }: Order): Envelope {
  const { adminEmail, origin } = writer.house
  return envelopeFor(writer, adminEmail, `${origin}/admin/orders/${id}`)
}

type Wish = 'orderConfirmations' | 'shippingUpdates'

async function wants({ db }: Writer, { userId }: Order, wish: Wish): Promise<boolean> {
  return !userId || (await settingsOf(db, userId))[wish]
}

function toBuyer(writer: Writer, order: Order): Envelope {
  return envelopeFor(writer, order.email, orderLink(linker(writer), order))
}

/** What mail programs can show of them: a photograph, never a drawing. */
export async function picturesIn({ db, house }: Writer, { items }: Order): Promise<Shown> {
  const pictures = await selectPictures(db, [...new Set(items.map(({ productId }) => productId))])
  return Object.fromEntries(
    pictures.map(({ productId, id }) => [
      productId,
      `${house.origin}/media/${sizeName({ id, width: 320, format: 'webp' })}`,
    ]),
  )
}

function linker({ house }: Writer) {
  return { secret: house.secret, origin: house.origin }
}

function envelopeFor({ house: { support } }: Writer, to: string, link: string): Envelope {
  return { to, link, support: `${support.email} · ${support.phone}` }
}

async function existing({ db }: Writer, orderId: string): Promise<Order> {
  const order = await readOrder(db, orderId)
  if (!order) throw new Error(`Order ${orderId} is not there to be told of`)
  return order
}

const selectPictures = statement<{ productId: string; id: string }>(
  'letter_pictures',
  `select p.id as "productId", i.id from products p join pictures i on i.id = p.images->0->>'id'
   where p.id = any($1) and i.width >= 320`,
)
// Those that this very order brought down.
const selectLow = statement<{ name: string; left: number }>(
  'order_low_stock',
  `select i.name, s.available as left from order_items i join stock_levels s on s.product_id = i.product_id
   where i.order_id = $1 and s.available <= $2 and s.available + i.quantity > $2 order by i.name`,
)
const selectReturn = statement<{ orderId: string }>(
  'return_order',
  'select order_id as "orderId" from returns where id = $1',
)
