import { createHash } from 'node:crypto'
import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import { Refusal } from '../errors.ts'
import { formatMoney } from '../money.ts'
import type { Offer } from './offer.ts'

/** Usage limits count per account, per email address, or both; a guest before checkout has neither. */
export type OfferCustomer = { userId: string | null; email: string | null }
type OfferRequest = { code: string; baseSubtotal: number; now: Date; customer: OfferCustomer }

export async function findOffer(db: Db, request: OfferRequest): Promise<Offer> {
  const { userId, email } = request.customer
  const [row] = await selectOffer(db, request.code, request.now, userId, email && hashEmail(email))
  return checkEligibility(row, request.baseSubtotal)
}

/** Like findOffer, but locks the offer until the order commits, so concurrent orders can't exceed a usage limit. */
export async function claimOffer(tx: Db, request: OfferRequest): Promise<Offer> {
  await lockOffer(tx, request.code)
  return findOffer(tx, request)
}

type Reclaim = { orderId: string; code: string; customer: OfferCustomer }

/** For an order that is paid late. The offer may have ended since, but its limits still hold. */
export async function reclaimOffer(tx: Db, { orderId, code, customer }: Reclaim): Promise<boolean> {
  await lockOffer(tx, code)
  const { userId, email } = customer
  const [inserted] = await insertOfferUse(tx, orderId, code, userId, email && hashEmail(email))
  return inserted !== undefined
}

export function hashEmail(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')
}

function checkEligibility(row: OfferUsageRow | undefined, baseSubtotal: number): Offer {
  if (!row) throw codeRefusal('This code isn’t valid or has expired.')
  if (row.total_limit !== null && row.uses >= row.total_limit) {
    throw codeRefusal('This code has reached its usage limit.')
  }
  if (row.customer_limit !== null && row.own_uses >= row.customer_limit) {
    throw codeRefusal('You’ve already used this code.')
  }
  if (baseSubtotal < row.minimum) {
    const minimumDisplay = formatMoney({ amount: row.minimum, currency: 'usd' })
    throw codeRefusal(`This code applies to orders of ${minimumDisplay} or more.`)
  }
  const { id, code, title, kind, value, minimum } = row
  return { id, code, title, kind, value, minimum }
}

function codeRefusal(message: string): Refusal {
  return new Refusal('invalid_input', message, { code: message })
}

type OfferUsageRow = Offer & {
  total_limit: number | null
  customer_limit: number | null
  uses: number
  own_uses: number
}

// Not FOR UPDATE: inserting a use only references the offer and need not wait.
const lockOffer = statement('offer_lock', 'select id from offers where code = $1 for no key update')
const selectOffer = statement<OfferUsageRow>(
  'offer',
  `select id, code, title, kind, value, minimum, total_limit, customer_limit,
     (select count(*) from offer_uses u where u.offer_id = offers.id and total_limit is not null) as uses,
     (select count(*) from offer_uses u where u.offer_id = offers.id and customer_limit is not null
       and (u.user_id = $3 or u.email_hash = $4)) as own_uses
   from offers where code = $1 and active and starts_at <= $2 and (ends_at is null or ends_at > $2)`,
)
const insertOfferUse = statement<{ order_id: string }>(
  'offer_reclaim',
  `insert into offer_uses (order_id, offer_id, user_id, email_hash)
   select $1, f.id, $3, $4 from offers f where f.code = $2
     and (f.total_limit is null or (select count(*) from offer_uses u where u.offer_id = f.id) < f.total_limit)
     and (f.customer_limit is null or (select count(*) from offer_uses u where u.offer_id = f.id
       and (u.user_id = $3 or u.email_hash = $4)) < f.customer_limit)
   returning order_id`,
)
