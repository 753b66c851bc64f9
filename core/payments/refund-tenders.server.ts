import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { query, queryColumn, type Sql, sql } from '#db/sql.ts'
import type { Refund, RefundLine } from './refund.ts'

const Tenders = z.strictObject({ card: z.int(), hasGiftCards: z.boolean() })
type Tenders = z.infer<typeof Tenders>

/** What the card paid and did not get back by refunds `r` of these states, for a payment `p`. */
const cardRemainder = (states: Sql) => sql`p.amount - coalesce((select sum(r.amount) from refunds r
    where r.payment_id = p.id and r.tender = 'card' and r.state ${states}), 0)::bigint`

export async function findTenders(tx: Db, paymentId: string): Promise<Tenders> {
  const [tenders] = await query(tx, Tenders)`
    select least(${cardRemainder(sql`<> 'failed'`)}, p.amount + o.gift_card_amount - coalesce((
        select sum(r.amount) from refunds r where r.payment_id = p.id and r.state <> 'failed'), 0)::bigint) as card,
      o.gift_card_amount > 0 and not p.surplus as "hasGiftCards"
    from payments p join orders o on o.id = p.order_id where p.id = ${paymentId}`
  return tenders ?? { card: 0, hasGiftCards: false }
}

/** The lines are part of the first refund only, so that each counts once. */
export function divideRefund<Request extends DividedRequest>(
  refund: Request,
  { card, hasGiftCards }: Tenders,
): (Request & { tender: Refund['tender'] })[] {
  if (!hasGiftCards || refund.amount <= card) return [{ ...refund, tender: 'card' }]
  if (card <= 0) return [{ ...refund, tender: 'gift_card' }]
  const { amount, shipping = 0 } = refund
  const cardShipping = Math.min(shipping, card)
  return [
    { ...refund, tender: 'card', amount: card, shipping: cardShipping },
    { ...refund, tender: 'gift_card', amount: amount - card, shipping: shipping - cardShipping, lines: [] },
  ]
}

type DividedRequest = { amount: number; shipping?: number; lines?: RefundLine[] }

/** What the card paid and did not get back, counting only refunds that are done. */
export async function findCardRemainder(tx: Db, paymentId: string): Promise<number> {
  const [remainder = 0] = await queryColumn(tx, z.int())`
    select ${cardRemainder(sql`= 'done'`)} from payments p where p.id = ${paymentId}`
  return remainder
}

export const giftCardCause = (refundId: string) => `gift-card:${refundId}`

/** The part of a refund that goes to gift cards, if it is a refund of its own. */
export async function findGiftCardPart(db: Db, refundId: string): Promise<string | undefined> {
  const [id] = await queryColumn(
    db,
    z.string(),
  )`select id from refunds where cause = ${giftCardCause(refundId)}`
  return id
}
