import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query, type Sql, sql } from '#db/sql.ts'
import { invalidInput } from '../errors.ts'
import { formatMoney } from '../money.ts'
import { Offer } from './offer.ts'

/** Usage limits count per account, per email address, or both; a guest before checkout has neither. */
export type OfferCustomer = { userId: string | null; email: string | null }
type OfferRequest = { code: string; baseSubtotal: number; now: Date; customer: OfferCustomer }

export const UNKNOWN_CODE = 'This code isn’t valid or has expired.'

const OfferUsage = Offer.extend({
  totalLimit: z.int().nullable(),
  customerLimit: z.int().nullable(),
  uses: z.int(),
  ownUses: z.int(),
})

export async function findOffer(db: Db, { code, baseSubtotal, now, customer }: OfferRequest): Promise<Offer> {
  const [offer] = await query(db, OfferUsage)`
    select id, code, title, kind, value, minimum, total_limit as "totalLimit", customer_limit as "customerLimit",
      case when total_limit is null then 0 else tally('uses of ' || id) end as uses,
      case when customer_limit is null then 0 else (select count(*) from ${usesOf(customer, sql`offers.id`)}) end as "ownUses"
    from offers where code = ${code} and active and starts_at <= ${now} and (ends_at is null or ends_at > ${now})`
  return checkEligibility(offer, baseSubtotal)
}

/** A stranger’s unpaid order with a customer’s email address is no use of theirs. */
const usesOf = ({ userId, email }: OfferCustomer, offerId: Sql) =>
  sql`(
    select order_id from offer_uses where user_id = ${userId} and offer_id = ${offerId}
    union
    select u.order_id from orders o join offer_uses u on u.order_id = o.id
    where o.email = ${email?.trim().toLowerCase() ?? null} and u.offer_id = ${offerId}
      and (${userId}::text is null or o.user_id is not null or o.payment_status <> 'pending')
  ) own_uses`

/** Like findOffer, but locks an offer with limits until the order commits, so concurrent orders can't exceed them. */
export async function claimOffer(tx: Db, request: OfferRequest): Promise<Offer> {
  await lockOffer(tx, request.code)
  return findOffer(tx, request)
}

type Reclaim = { orderId: string; code: string; customer: OfferCustomer }

/** For an order that is paid late. The offer may have ended since, but its limits still hold. */
export async function reclaimOffer(tx: Db, { orderId, code, customer }: Reclaim): Promise<boolean> {
  await lockOffer(tx, code)
  const inserted = await execute(tx)`
    insert into offer_uses (order_id, offer_id, user_id)
    select ${orderId}, f.id, ${customer.userId} from offers f where f.code = ${code}
      and (f.total_limit is null or tally('uses of ' || f.id) < f.total_limit)
      and (f.customer_limit is null or (select count(*) from ${usesOf(customer, sql`f.id`)}) < f.customer_limit)`
  return inserted > 0
}

/** Not FOR UPDATE: inserting a use only references the offer and need not wait. Orders with an unlimited code don't queue. */
async function lockOffer(tx: Db, code: string): Promise<void> {
  await execute(tx)`
    select id from offers where code = ${code} and num_nonnulls(total_limit, customer_limit) > 0 for no key update`
}

function checkEligibility(offer: z.infer<typeof OfferUsage> | undefined, baseSubtotal: number): Offer {
  if (!offer) throw invalidInput('code', UNKNOWN_CODE)
  const { totalLimit, customerLimit, uses, ownUses, ...eligible } = offer
  if (totalLimit !== null && uses >= totalLimit) {
    throw invalidInput('code', 'This code has reached its usage limit.')
  }
  if (customerLimit !== null && ownUses >= customerLimit) {
    throw invalidInput('code', 'You’ve already used this code.')
  }
  if (baseSubtotal < offer.minimum) {
    const minimumDisplay = formatMoney({ amount: offer.minimum, currency: 'usd' })
    throw invalidInput('code', `This code applies to orders of ${minimumDisplay} or more.`)
  }
  return eligible
}
