import { z } from 'zod'
import { hasPermission, requirePermission } from '#core/permissions/permissions.ts'
import { recordListRead, recordPersonalRead } from '#core/personal-reads/record-read.server.ts'
import type { Db } from '#db/connection.ts'
import { query, type Sql, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { CURRENCIES } from '../money.ts'
import { type ListPage, type ListQuery, listRows, sortBy, textContains } from '../pagination.ts'
import { REGION_CODES } from '../regions/regions.ts'
import { DRAFT_STATUSES } from './draft-order.ts'
import { DraftAddress } from './draft-order-change.ts'

const DraftOrder = z.strictObject({
  id: z.string(),
  number: z.int(),
  version: z.int(),
  status: z.enum(DRAFT_STATUSES),
  userId: z.string().nullable(),
  customerName: z.string().nullable(),
  email: z.string(),
  region: z.enum(REGION_CODES),
  offerCode: z.string().nullable(),
  shippingAddress: DraftAddress.nullable(),
  message: z.string().nullable(),
  items: z.array(
    z.strictObject({
      productId: z.string(),
      quantity: z.int(),
      name: z.string(),
      price: z.int(),
      stock: z.int(),
    }),
  ),
  createdBy: z.string(),
  createdByEmail: z.string().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  orderId: z.string().nullable(),
  orderNumber: z.string().nullable(),
  /** Those of its order. A draft that wasn't sent has none. */
  total: z.int().nullable(),
  currency: z.enum(CURRENCIES).nullable(),
  sentAt: z.date().nullable(),
  expiresAt: z.date().nullable(),
})
export type DraftOrder = z.infer<typeof DraftOrder>

const STATUS = sql`case when d.order_id is null then 'draft' when o.payment_status in ('paid', 'refunded') then 'paid'
    when o.status <> 'cancelled' then 'sent'
    when exists (select from payments p where p.order_id = o.id and p.state = 'expired') then 'expired' else 'cancelled' end`

const SELECT_DRAFTS = sql`
  select d.id, d.number, d.version, ${STATUS} as status, d.user_id as "userId",
    coalesce(nullif(concat_ws(' ', d.shipping_address->>'firstName', d.shipping_address->>'lastName'), ''), u.full_name) as "customerName",
    d.email, d.region, d.offer_code as "offerCode", d.shipping_address as "shippingAddress", d.message,
    coalesce((select json_agg(json_build_object('productId', i.product_id, 'quantity', i.quantity, 'name', p.name,
        'price', p.price, 'stock', coalesce(s.available, 0)) order by i.position)
      from draft_order_items i join products p on p.id = i.product_id left join stock_levels s on s.product_id = p.id
      where i.draft_id = d.id), '[]') as items,
    d.created_by as "createdBy", c.email as "createdByEmail", d.created_at as "createdAt", d.updated_at as "updatedAt",
    d.order_id as "orderId", o.number as "orderNumber", o.total_amount as total, o.currency,
    d.sent_at as "sentAt", d.expires_at as "expiresAt"
  from draft_orders d left join orders o on o.id = d.order_id left join profiles u on u.id = d.user_id
    left join profiles c on c.id = d.created_by`

const byUpdatedAt = sortBy('updatedAt', sql`d.updated_at`, 'timestamptz', sql`d.id`)
const SORTS = { newest: { ...byUpdatedAt, descending: true }, oldest: byUpdatedAt }
export const DRAFT_SORTS = Object.keys(SORTS) as (keyof typeof SORTS)[]

const FILTERS = Object.fromEntries(
  DRAFT_STATUSES.map((status) => [status, sql`${STATUS} = ${sql.raw(`'${status}'`)}`]),
)

export async function listDraftOrders(ctx: Context, listQuery: ListQuery): Promise<ListPage<DraftOrder>> {
  requirePermission(ctx.actor, 'orders.create')
  const { search } = listQuery
  const page = await listRows(ctx.db, DraftOrder, listQuery, {
    select: SELECT_DRAFTS,
    sorts: SORTS,
    filters: FILTERS,
    condition: search ? matches(ctx, search) : sql`true`,
  })
  const rows = page.rows.map((draft) => toVisibleDraft(ctx, draft))
  return recordListRead(ctx, 'orders', listQuery, { ...page, rows })
}

/** An order's email address is for those who may see customers, and so is this one. */
export function toVisibleDraft({ actor }: Context, draft: DraftOrder): DraftOrder {
  return hasPermission(actor, 'customers.view') ? draft : { ...draft, email: '' }
}

const matches = ({ actor }: Context, search: string): Sql =>
  textContains(
    sql`lower('d' || d.number || ' ' || coalesce(o.number, '') || ' ' || ${hasPermission(actor, 'customers.view') ? sql`d.email` : sql`''`} || ' '
      || coalesce(d.shipping_address->>'firstName', '') || ' ' || coalesce(d.shipping_address->>'lastName', ''))`,
    search,
  )

export async function findDraftOrder(ctx: Context, id: string): Promise<DraftOrder> {
  requirePermission(ctx.actor, 'orders.create')
  const draft = await requireDraft(ctx.db, id)
  await recordPersonalRead(ctx, { data: 'orders', way: 'record', records: 1 })
  return toVisibleDraft(ctx, draft)
}

/** Does not check permissions; the caller must. */
export async function requireDraft(db: Db, id: string): Promise<DraftOrder> {
  const [draft] = await query(db, DraftOrder)`${SELECT_DRAFTS} where d.id = ${id}`
  if (!draft) throw new Refusal('not_found', 'Draft order not found.')
  return draft
}

/** The draft that an order was placed from. */
export async function findDraftOfOrder(
  ctx: Context,
  orderId: string,
): Promise<{ id: string; number: number } | null> {
  requirePermission(ctx.actor, 'orders.create')
  const [draft = null] = await query(ctx.db, DraftReference)`
    select id, number from draft_orders where order_id = ${orderId}`
  return draft
}

const DraftReference = z.strictObject({ id: z.string(), number: z.int() })
