import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query, type Sql, sql } from '#db/sql.ts'
import { invalidInput } from '../errors.ts'
import { formatMoney } from '../money.ts'
import { CartOffer, type ReducedPrice } from './offer.ts'

/** Usage limits count per account, per email address, or both; a guest before checkout has neither. */
export type OfferCustomer = { userId: string | null; email: string | null }
export type OfferRequest = {
  /** Empty if the shopper entered none. */
  code: string
  productIds: readonly string[]
  baseSubtotal: number
  now: Date
  customer: OfferCustomer
}
export type CartOffers = {
  automatic: CartOffer[]
  coded: CartOffer | undefined
  reduced: ReducedPrice[]
}

export const UNKNOWN_CODE = 'This code isn’t valid or has expired.'

const OfferUsage = CartOffer.extend({
  totalLimit: z.int().nullable(),
  customerLimit: z.int().nullable(),
  uses: z.int(),
  ownUses: z.int(),
  hasOrdered: z.boolean(),
})
type OfferUsage = z.infer<typeof OfferUsage>

/** The automatic offers that the cart is eligible for, and the one of the code. Refuses a code that it isn't eligible for. */
export async function findOffers(db: Db, request: OfferRequest): Promise<CartOffers> {
  const { code, productIds, now, customer } = request
  const offers = await query(db, OfferUsage)`
    select id, code, title, kind, value, minimum, first_order_only as "firstOrderOnly", scope,
      case scope when 'everything' then null else array(
        select p.id from products p
        where p.id = any((select ${productIds}::text[])::text[]) and offer_covers(scope, scope_ids, p)) end as "productIds",
      ${SCOPE_NAMES} as "scopeNames",
      total_limit as "totalLimit", customer_limit as "customerLimit",
      case when total_limit is null then 0 else tally('uses of ' || id) end as uses,
      case when customer_limit is null and not first_order_only then 0
        else (select count(*) from ${usesOf(customer, sql`offers.id`)}) end as "ownUses",
      first_order_only and ${hasOrdered(customer)} as "hasOrdered"
    from offers
    where (code is null and not reduces_prices or code = ${code}) and active and starts_at <= ${now} and (ends_at is null or ends_at > ${now})
    order by id`
  const coded = offers.find((offer) => offer.code !== null)
  const problem = code ? codeProblem(coded, request) : null
  if (problem) throw invalidInput('code', problem)
  const automatic = offers.filter((offer) => offer.code === null && !codeProblem(offer, request))
  const reduced = coded || automatic.length ? await findReducedPrices(db, productIds) : []
  return { automatic: automatic.map(toCartOffer), coded: coded && toCartOffer(coded), reduced }
}

function findReducedPrices(db: Db, productIds: readonly string[]): Promise<ReducedPrice[]> {
  return query(db, ReducedPriceRow)`
    select p.id as "productId", p.original_price as "regularPrice", f.title
    from products p join offers f on f.id = p.price_offer_id
    where p.id = any((select ${productIds}::text[])::text[]) and f.kind = 'percentage'`
}

const ReducedPriceRow = z.strictObject({ productId: z.string(), regularPrice: z.int(), title: z.string() })

export const SCOPE_NAMES = sql`case scope
    when 'category' then array(select c.name from categories c where c.id = any (scope_ids) order by c.position)
    when 'family' then array(select f.name from families f where f.id = any (scope_ids) order by f.name)
    when 'products' then array(select p.name from products p where p.id = any (scope_ids) order by p.name)
    else '{}' end`

/** A stranger’s unpaid order with a customer’s email address is no use of theirs. */
const usesOf = ({ userId, email }: OfferCustomer, offerId: Sql) =>
  sql`(
    select order_id from offer_uses where user_id = ${userId} and offer_id = ${offerId}
    union
    select u.order_id from orders o join offer_uses u on u.order_id = o.id
    where o.email = ${email?.trim().toLowerCase() ?? null} and u.offer_id = ${offerId}
      and (${userId}::text is null or o.user_id is not null or o.payment_status <> 'pending' or o.authorization_state is not null)
  ) own_uses`

/** Unpaid orders count once they use the offer. */
const hasOrdered = ({ userId, email }: OfferCustomer) =>
  sql`exists (
    select from orders o where (o.user_id = ${userId} or o.email = ${email?.trim().toLowerCase() ?? null})
      and o.status <> 'cancelled' and (o.payment_status <> 'pending' or o.payment_method = 'demo' or o.authorization_state is not null))`

/** Like findOffers, but locks offers with limits until the order commits, so concurrent orders can't exceed them. */
export async function claimOffers(tx: Db, request: OfferRequest): Promise<CartOffers> {
  await lockOffers(tx, sql`code = ${request.code} or (code is null and active and not reduces_prices)`)
  return findOffers(tx, request)
}

type Reclaim = { orderId: string; offerId: string | null; code: string | null; customer: OfferCustomer }

/** For an order that is paid late. The offer may have ended since, but its limits still hold. Older orders name only a code. */
export async function reclaimOffer(tx: Db, { orderId, offerId, code, customer }: Reclaim): Promise<boolean> {
  const isUsed = sql`id = ${offerId} or (${offerId}::text is null and code = ${code})`
  await lockOffers(tx, isUsed)
  const inserted = await execute(tx)`
    insert into offer_uses (order_id, offer_id, user_id)
    select ${orderId}, f.id, ${customer.userId} from offers f where (${isUsed})
      and (f.total_limit is null or tally('uses of ' || f.id) < f.total_limit)
      and (f.customer_limit is null or (select count(*) from ${usesOf(customer, sql`f.id`)}) < f.customer_limit)`
  return inserted > 0
}

/** Not FOR UPDATE: inserting a use only references the offer and need not wait. Orders with unlimited offers don't queue. */
async function lockOffers(tx: Db, condition: Sql): Promise<void> {
  await execute(tx)`
    select id from offers
    where (${condition}) and (num_nonnulls(total_limit, customer_limit) > 0 or first_order_only)
    order by id for no key update`
}

function codeProblem(offer: OfferUsage | undefined, request: OfferRequest): string | null {
  if (!offer) return UNKNOWN_CODE
  const { totalLimit, customerLimit, uses, ownUses, firstOrderOnly, minimum, productIds } = offer
  if (totalLimit !== null && uses >= totalLimit) return 'This code has reached its usage limit.'
  if (customerLimit !== null && ownUses >= customerLimit) return 'You’ve already used this code.'
  if (firstOrderOnly && (offer.hasOrdered || ownUses > 0)) return 'This code is for your first order only.'
  if (request.baseSubtotal < minimum)
    return `This code applies to orders of ${formatMoney({ amount: minimum, currency: 'usd' })} or more.`
  if (request.productIds.length && productIds?.length === 0)
    return 'This code doesn’t apply to the items in your cart.'
  return null
}

function toCartOffer({
  totalLimit,
  customerLimit,
  uses,
  ownUses,
  hasOrdered,
  ...offer
}: OfferUsage): CartOffer {
  return offer
}
