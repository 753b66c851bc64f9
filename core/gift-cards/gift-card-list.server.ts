import { z } from 'zod'
import { hasPermission, requirePermission } from '#core/permissions/permissions.ts'
import { query, type Sql, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { CURRENCIES } from '../money.ts'
import { type ListPage, type ListQuery, listRows, sortBy, textContains } from '../pagination.ts'
import { GIFT_CARD_STATES } from './gift-card.ts'

const AdminGiftCard = z.strictObject({
  id: z.string(),
  kind: z.enum(['code', 'credit']),
  last4: z.string().nullable(),
  currency: z.enum(CURRENCIES),
  state: z.enum(GIFT_CARD_STATES),
  balance: z.int(),
  /** What it was issued or sold with. */
  initial: z.int(),
  expiresAt: z.date().nullable(),
  /** The email address of the account that has the store credit. */
  accountEmail: z.string().nullable(),
  accountId: z.string().nullable(),
  recipientName: z.string().nullable(),
  recipientEmail: z.string().nullable(),
  senderName: z.string().nullable(),
  message: z.string().nullable(),
  sendAt: z.date().nullable(),
  sentAt: z.date().nullable(),
  /** The order that it was sold with. */
  orderNumber: z.string().nullable(),
  createdAt: z.date(),
})
export type AdminGiftCard = z.infer<typeof AdminGiftCard>

const byCreatedAt = sortBy('createdAt', sql`c.created_at`, 'timestamptz', sql`c.id`)
const byBalance = sortBy('balance', sql`c.balance`, 'bigint', sql`c.id`)
const SORTS = {
  newest: { ...byCreatedAt, descending: true },
  oldest: byCreatedAt,
  'balance-down': { ...byBalance, descending: true },
  balance: byBalance,
}
export const GIFT_CARD_FILTERS = ['active', 'used', 'disabled', 'credit'] as const

const FILTERS = {
  active: sql`c.state = 'active' and c.balance > 0`,
  used: sql`c.state = 'active' and c.balance = 0`,
  disabled: sql`c.state = 'disabled'`,
  credit: sql`c.kind = 'credit'`,
} satisfies Record<(typeof GIFT_CARD_FILTERS)[number], Sql>

/** Without those whose order was never paid. */
export async function listGiftCards(ctx: Context, listQuery: ListQuery): Promise<ListPage<AdminGiftCard>> {
  requirePermission(ctx.actor, 'gift-cards.edit')
  const { search } = listQuery
  const page = await listRows(ctx.db, AdminGiftCard, listQuery, {
    select: SELECT_GIFT_CARD,
    sorts: SORTS,
    filters: FILTERS,
    condition: sql`c.state <> 'pending' and ${search ? matches(search) : sql`true`}`,
  })
  return { ...page, rows: page.rows.map((card) => toVisibleCard(ctx, card)) }
}

/** Addresses are for those who may see customers. */
function toVisibleCard({ actor }: Context, card: AdminGiftCard): AdminGiftCard {
  return hasPermission(actor, 'customers.view') ? card : { ...card, accountEmail: null, recipientEmail: null }
}

function matches(search: string): Sql {
  return sql`(${textContains(sql`lower(coalesce(c.last4, '') || ' ' || coalesce(c.recipient_name, '') || ' ' || coalesce(c.recipient_email, ''))`, search)}
    or c.user_id in (select id from profiles where email = ${search.trim().toLowerCase()}))`
}

export async function findAdminGiftCard(ctx: Context, id: string): Promise<AdminGiftCard> {
  requirePermission(ctx.actor, 'gift-cards.edit')
  const [card] = await query(ctx.db, AdminGiftCard)`${SELECT_GIFT_CARD} where c.id = ${id}`
  if (!card) throw giftCardNotFound()
  return toVisibleCard(ctx, card)
}

export function giftCardNotFound(): Refusal {
  return new Refusal('not_found', 'Gift card not found.')
}

const SELECT_GIFT_CARD = sql`select c.id, c.kind, c.last4, c.currency, c.state, c.balance,
    coalesce((select m.change from gift_card_movements m where m.gift_card_id = c.id order by m.id limit 1), 0) as initial,
    c.expires_at as "expiresAt", u.email as "accountEmail", c.user_id as "accountId",
    c.recipient_name as "recipientName", c.recipient_email as "recipientEmail", c.sender_name as "senderName",
    c.message, c.send_at as "sendAt", c.sent_at as "sentAt",
    (select o.number from orders o where o.id = c.order_id) as "orderNumber", c.created_at as "createdAt"
  from gift_cards c left join profiles u on u.id = c.user_id`

export const MOVEMENT_REASONS = [
  'issued',
  'sold',
  'redeemed',
  'released',
  'refunded',
  'adjusted',
  'taken_back',
  'restored',
] as const

const Movement = z.strictObject({
  id: z.string(),
  change: z.int(),
  reason: z.enum(MOVEMENT_REASONS),
  note: z.string().nullable(),
  orderNumber: z.string().nullable(),
  actor: z.string().nullable(),
  createdAt: z.date(),
})
export type GiftCardMovement = z.infer<typeof Movement>

const newestFirst = {
  ...sortBy('createdAt', sql`m.created_at`, 'timestamptz', sql`m.id::text`),
  descending: true,
}

/** Newest first. */
export function listMovements(
  ctx: Context,
  id: string,
  listQuery: ListQuery,
): Promise<ListPage<GiftCardMovement>> {
  requirePermission(ctx.actor, 'gift-cards.edit')
  return listRows(ctx.db, Movement, listQuery, {
    select: sql`select m.id::text as id, m.change, m.reason, m.note, o.number as "orderNumber",
        coalesce(p.email, m.actor_id) as actor, m.created_at as "createdAt"
      from gift_card_movements m left join refunds r on r.id = m.refund_id
        left join orders o on o.id = coalesce(m.order_id, r.order_id) left join profiles p on p.id = m.actor_id`,
    sorts: { newest: newestFirst },
    condition: sql`m.gift_card_id = ${id}`,
  })
}
