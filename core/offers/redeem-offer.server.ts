import { createHash } from 'node:crypto'
import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import { Refusal } from '../errors.ts'
import { formatMoney } from '../money.ts'
import type { Offer } from './offer.ts'

/** Whose limit counts: an account, an address, both, or nobody yet. */
export type OfferCustomer = { userId: string | null; email: string | null }
type OfferRequest = { code: string; baseSubtotal: number; now: Date; customer: OfferCustomer }

/** The offer behind a code, if it applies to this basket and this customer now. */
export async function findOffer(db: Db, request: OfferRequest): Promise<Offer> {
  const { userId, email } = request.customer
  const [row] = await selectOffer(db, request.code, request.now, userId, email && hashEmail(email))
  return checkEligibility(row, request.baseSubtotal)
}

/** The same, with the offer locked until the order stands: of many at once, each knows how many came before. */
export async function claimOffer(tx: Db, request: OfferRequest): Promise<Offer> {
  await lockOffer(tx, request.code)
  return findOffer(tx, request)
}

export function hashEmail(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')
}

function checkEligibility(row: OfferUsageRow | undefined, baseSubtotal: number): Offer {
  if (!row) throw codeRefusal('This code is not known, or no longer counts.')
  if (row.total_limit !== null && row.uses >= row.total_limit) {
    throw codeRefusal('This code has been used as often as it could be.')
  }
  if (row.customer_limit !== null && row.own_uses >= row.customer_limit) {
    throw codeRefusal('You have used this code already.')
  }
  if (baseSubtotal < row.minimum) {
    const minimumDisplay = formatMoney({ amount: row.minimum, currency: 'usd' })
    throw codeRefusal(`This code counts for baskets from ${minimumDisplay} on.`)
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

// Not FOR UPDATE: a use that is written meanwhile refers to the offer, and need not wait.
const lockOffer = statement('offer_lock', 'select id from offers where code = $1 for no key update')
const selectOffer = statement<OfferUsageRow>(
  'offer',
  `select id, code, title, kind, value, minimum, total_limit, customer_limit,
     (select count(*) from offer_uses u where u.offer_id = offers.id and total_limit is not null) as uses,
     (select count(*) from offer_uses u where u.offer_id = offers.id and customer_limit is not null
       and (u.user_id = $3 or u.email_hash = $4)) as own_uses
   from offers where code = $1 and active and starts_at <= $2 and (ends_at is null or ends_at > $2)`,
)
