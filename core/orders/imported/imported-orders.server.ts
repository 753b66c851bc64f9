import { z } from 'zod'
import type { Actor, Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { type ListPage, type ListQuery, listPage, listRows, sortBy, textContains } from '#core/pagination.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { requireSignedIn } from '#core/permissions/policy.ts'
import { recordListRead, recordPersonalRead } from '#core/personal-reads/record-read.server.ts'
import { query, queryColumn, sql } from '#db/sql.ts'
import { visibleParts } from '../admin/visible-order.ts'
import { ImportedOrder, type ImportedPrice, toImportedPrice } from './imported-order.ts'

const ImportedOrderRow = ImportedOrder.extend({ id: z.string(), importedAt: z.date() })
type ImportedOrderRow = z.infer<typeof ImportedOrderRow>

const AMOUNTS = ['subtotal', 'discount', 'shipping', 'tax', 'total', 'refunded'] as const
type AmountName = (typeof AMOUNTS)[number]
type PricedItem = Omit<ImportedOrderRow['items'][number], 'price'> & { price: ImportedPrice }

export type ImportedOrderView = Omit<ImportedOrderRow, AmountName | 'currency' | 'items'> &
  Record<AmountName, ImportedPrice> & { items: PricedItem[] }
/** Without the note: the former store's staff may have written it for themselves. */
export type OwnImportedOrder = Omit<ImportedOrderView, 'note'>

const byPlacedAt = sortBy('placedAt', sql`o.placed_at`, 'timestamptz', sql`o.id`)
const NEWEST = { ...byPlacedAt, descending: true }

const SELECT_ORDER = sql`select o.id, o.number, o.email, o.customer_name as "customerName", o.placed_at as "placedAt", o.currency,
  o.subtotal, o.discount, o.shipping, o.tax, o.total, o.refunded, o.tax_included as "taxIncluded",
  o.payment_status as "paymentStatus", o.fulfillment_status as "fulfillmentStatus", o.shipping_address as "shippingAddress",
  o.note, o.items, o.imported_at as "importedAt" from imported_orders o`

export async function listImportedOrders(
  ctx: Context,
  listQuery: ListQuery,
): Promise<ListPage<ImportedOrderView>> {
  requirePermission(ctx.actor, 'orders.view')
  const { search } = listQuery
  const page = await listRows(ctx.db, ImportedOrderRow, listQuery, {
    select: SELECT_ORDER,
    sorts: { newest: NEWEST, oldest: byPlacedAt },
    searchText: SEARCH_TEXT,
    // A search can't be used to guess the emails that an actor doesn't see.
    condition: search && !visibleParts(ctx.actor).email ? textContains(NUMBER_AND_NAME, search) : sql`true`,
  })
  await recordListRead(ctx, 'orders', listQuery, page)
  return { ...page, rows: page.rows.map((order) => toVisible(ctx.actor, order)) }
}

/** As in the index. */
const SEARCH_TEXT = sql`lower(o.number || ' ' || coalesce(o.customer_name, '') || ' ' || coalesce(o.email, ''))`
const NUMBER_AND_NAME = sql`lower(o.number || ' ' || coalesce(o.customer_name, ''))`

export async function findImportedOrder(ctx: Context, id: string): Promise<ImportedOrderView> {
  requirePermission(ctx.actor, 'orders.view')
  const [order] = await query(ctx.db, ImportedOrderRow)`${SELECT_ORDER} where o.id = ${id}`
  if (!order) throw new Refusal('not_found', 'Imported order not found.')
  await recordPersonalRead(ctx, { data: 'orders', way: 'record', records: 1 })
  return toVisible(ctx.actor, order)
}

/** The account that sees the order. Null for roles that don’t see customers, too. */
export async function findCustomerOfImportedOrder(ctx: Context, id: string): Promise<string | null> {
  requirePermission(ctx.actor, 'orders.view')
  if (!visibleParts(ctx.actor).email) return null
  const [accountId = null] = await queryColumn(ctx.db, z.string())`
    select u.id from imported_orders o join auth_users u on u.email = o.email and u.email_verified where o.id = ${id}`
  return accountId
}

/** Whether screens link to the list. */
export async function hasImportedOrders(ctx: Context): Promise<boolean> {
  requirePermission(ctx.actor, 'orders.view')
  const [isAny = false] = await queryColumn(ctx.db, z.boolean())`select exists (select from imported_orders)`
  return isAny
}

/** The newest ones of a customer, for staff. */
export async function listImportedOrdersOfCustomer(
  ctx: Context,
  customerId: string,
): Promise<ListPage<ImportedOrderView>> {
  requirePermission(ctx.actor, 'orders.view')
  requirePermission(ctx.actor, 'customers.view')
  const page = await listOfAccount(ctx, customerId, { limit: 10 })
  await recordPersonalRead(ctx, { data: 'orders', way: 'record', records: page.rows.length })
  return { ...page, rows: page.rows.map((order) => toVisible(ctx.actor, order)) }
}

type PageRequest = { cursor?: string | undefined; limit?: number }

export async function listOwnImportedOrders(
  ctx: Context,
  { cursor, limit = 24 }: PageRequest = {},
): Promise<ListPage<OwnImportedOrder>> {
  const page = await listOfAccount(ctx, requireSignedIn(ctx.actor).id, { cursor, limit })
  return { ...page, rows: page.rows.map(({ note: _, ...order }) => toView(order)) }
}

/** Anyone can sign up with an address, so it has to be confirmed. */
function listOfAccount(
  { db }: Context,
  accountId: string,
  page: PageRequest,
): Promise<ListPage<ImportedOrderRow>> {
  return listPage<ImportedOrderRow>(
    NEWEST,
    page,
    ({ cursorCondition, orderBy, limit }) =>
      query(db, ImportedOrderRow)`
        ${SELECT_ORDER} where ${cursorCondition} and o.email =
          (select p.email from profiles p join auth_users u on u.id = p.id where p.id = ${accountId} and u.email_verified)
        order by ${orderBy} limit ${limit}`,
  )
}

/** As of other orders, what is left out is null, 0, or missing from the address. */
function toVisible(actor: Actor, order: ImportedOrderRow): ImportedOrderView {
  const parts = visibleParts(actor)
  const { phone, ...address } = order.shippingAddress ?? {}
  const view = toView({
    ...order,
    ...(!parts.amounts && {
      ...{ subtotal: 0, discount: 0, shipping: 0, tax: 0, total: 0, refunded: 0 },
      items: order.items.map((item) => ({ ...item, price: 0 })),
    }),
  })
  return {
    ...view,
    note: order.note,
    email: parts.email ? order.email : null,
    shippingAddress: order.shippingAddress && {
      ...address,
      ...(parts.phone && phone !== undefined && { phone }),
    },
  }
}

function toView({ currency, items, ...order }: Omit<ImportedOrderRow, 'note'>): OwnImportedOrder {
  const price = (amount: number) => toImportedPrice(amount, currency)
  return {
    ...order,
    subtotal: price(order.subtotal),
    discount: price(order.discount),
    shipping: price(order.shipping),
    tax: price(order.tax),
    total: price(order.total),
    refunded: price(order.refunded),
    items: items.map((item) => ({ ...item, price: price(item.price) })),
  }
}
