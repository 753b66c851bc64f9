import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn, sql } from '#db/sql.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { CartLine } from '../cart/cart-line.ts'
import { MAX_ITEM_QUANTITY, QUANTITY_LIMIT_MESSAGE } from '../cart/limits.ts'
import { blockedByStore } from '../checkout/place-order.server.ts'
import type { Context } from '../context.ts'
import { invalidInput, parseForm, Refusal } from '../errors.ts'
import { derivedId, newId } from '../ids.ts'
import { digest } from '../orders/idempotency.server.ts'
import { addressProblems } from '../orders/shipping-address.ts'
import type { RegionCode } from '../regions/regions.ts'
import { DraftOrderChange } from './draft-order-change.ts'
import { type DraftOrder, requireDraft } from './find-draft-order.server.ts'

/** Holds no stock. With a key, a repeated request gets the same draft. */
export async function createDraftOrder(ctx: Context, input: unknown, key?: string): Promise<DraftOrder> {
  const change = parseForm(DraftOrderChange, input)
  const { id: creatorId } = requirePermission(ctx.actor, 'orders.create')
  const id = key ? derivedId('draftOrder', `${creatorId} ${key}`) : newId('draftOrder')
  const requestHash = key ? digest(change) : null
  return staffTransaction(ctx, 'orders.create', async (tx, actor) => {
    const { userId, email } = await requireCustomer(tx, change)
    const { region = ctx.region.code, code, message, shippingAddress = null, items = [] } = change
    checkAddress(shippingAddress, region)
    const inserted = await execute(tx)`
      insert into draft_orders (id, user_id, email, region, offer_code, shipping_address, message, created_by, request_hash,
        created_at, updated_at)
      values (${id}, ${userId}, ${email}, ${region}, ${code || null}, ${shippingAddress && sql.json(shippingAddress)},
        ${message || null}, ${actor.id}, ${requestHash}, ${ctx.now}, ${ctx.now})
      on conflict (id) do nothing`
    if (!inserted) return requireSameDraft(tx, id, requestHash)
    await writeItems(tx, id, items)
    await writeAudit(
      ctx,
      { action: 'order-draft-created', subject: id, after: { region, items: items.length } },
      tx,
    )
    return requireDraft(tx, id)
  })
}

async function requireSameDraft(tx: Db, id: string, requestHash: string | null): Promise<DraftOrder> {
  const [hash] = await queryColumn(tx, z.string().nullable())`
    select request_hash from draft_orders where id = ${id}`
  if (hash !== requestHash)
    throw new Refusal(
      'idempotency_mismatch',
      'This Idempotency-Key was already used for a different order. Use a new key.',
    )
  return requireDraft(tx, id)
}

/** Changes what is given. With a version, refuses if the draft changed since the caller read it. */
export async function changeDraftOrder(
  ctx: Context,
  id: string,
  input: unknown,
  version?: number,
): Promise<DraftOrder> {
  const change = parseForm(DraftOrderChange, input)
  return staffTransaction(ctx, 'orders.create', async (tx) => {
    const draft = await lockUnsentDraft(tx, id, version)
    const { userId, email } = isCustomerGiven(change) ? await requireCustomer(tx, change) : draft
    const { region = draft.region, code = draft.offerCode, message = draft.message } = change
    const { shippingAddress = draft.shippingAddress, items } = change
    checkAddress(shippingAddress, region)
    await execute(tx)`
      update draft_orders set version = version + 1, user_id = ${userId}, email = ${email}, region = ${region},
        offer_code = ${code || null}, shipping_address = ${shippingAddress && sql.json(shippingAddress)},
        message = ${message || null}, updated_at = ${ctx.now}
      where id = ${id}`
    if (items) await writeItems(tx, id, items)
    await writeAudit(
      ctx,
      { action: 'order-draft-changed', subject: id, after: { fields: Object.keys(change) } },
      tx,
    )
    return requireDraft(tx, id)
  })
}

/** Adds to the quantity of a product that the draft already has. */
export async function addDraftItem(
  ctx: Context,
  id: string,
  { productId, quantity }: CartLine,
  version?: number,
): Promise<DraftOrder> {
  requirePermission(ctx.actor, 'orders.create')
  const { items } = await requireDraft(ctx.db, id)
  const current = items.find((item) => item.productId === productId)
  const added = { productId, quantity: (current?.quantity ?? 0) + quantity }
  if (added.quantity > MAX_ITEM_QUANTITY) throw invalidInput('quantity', QUANTITY_LIMIT_MESSAGE)
  const changed = current ? items.map((item) => (item === current ? added : item)) : [...items, added]
  return changeDraftOrder(ctx, id, { items: changed }, version)
}

export async function deleteDraftOrder(ctx: Context, id: string): Promise<void> {
  await staffTransaction(ctx, 'orders.create', async (tx) => {
    const { number } = await lockUnsentDraft(tx, id)
    await execute(tx)`delete from draft_orders where id = ${id}`
    await writeAudit(ctx, { action: 'order-draft-deleted', subject: id, before: { number } }, tx)
  })
}

/** The lock makes two people who change or send a draft do so one after the other. */
export async function lockUnsentDraft(tx: Db, id: string, version?: number): Promise<DraftOrder> {
  await execute(tx)`select from draft_orders where id = ${id} for update`
  const draft = await requireDraft(tx, id)
  if (draft.orderId) throw new Refusal('conflict', `This order was already sent as #${draft.orderNumber}.`)
  if (version !== undefined && version !== draft.version)
    throw new Refusal('conflict', 'Someone else just changed this draft. Reload to see it.')
  return draft
}

const isCustomerGiven = ({ customerId, email }: DraftOrderChange) =>
  customerId !== undefined || email !== undefined

const Customer = z.strictObject({ userId: z.string().nullable(), email: z.string(), isBlocked: z.boolean() })

async function requireCustomer(
  tx: Db,
  { customerId, email }: DraftOrderChange,
): Promise<z.infer<typeof Customer>> {
  if (customerId === undefined && email === undefined)
    throw invalidInput('email', 'Choose a customer, or enter an email address.')
  const [customer] = await query(tx, Customer)`
    select case when id = ${customerId ?? null} then id end as "userId", email, blocked_at is not null as "isBlocked"
    from profiles where id = ${customerId ?? null} or (${customerId ?? null}::text is null and email = ${email ?? null})`
  if (customer?.isBlocked) throw blockedByStore()
  if (customer) return customer
  if (customerId !== undefined || email === undefined) throw invalidInput('customerId', 'Choose a customer.')
  return { userId: null, email, isBlocked: false }
}

function checkAddress(address: DraftOrder['shippingAddress'], region: RegionCode): void {
  const problems = address ? addressProblems(address, region) : {}
  if (Object.keys(problems).length)
    throw new Refusal('invalid_input', 'Please fix the highlighted fields.', problems)
}

/** In the order in which they are given. */
async function writeItems(tx: Db, draftId: string, items: readonly CartLine[]): Promise<void> {
  const quantities = new Map<string, number>()
  for (const { productId, quantity } of items)
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity)
  if ([...quantities.values()].some((quantity) => quantity > MAX_ITEM_QUANTITY))
    throw invalidInput('items', QUANTITY_LIMIT_MESSAGE)
  const rows = [...quantities].map(([productId, quantity], position) => ({ productId, quantity, position }))
  await execute(tx)`delete from draft_order_items where draft_id = ${draftId}`
  const written = await execute(tx)`
    insert into draft_order_items (draft_id, product_id, quantity, position)
    select ${draftId}, p.id, i.quantity, i.position
    from json_to_recordset(${sql.json(rows)}) as i ("productId" text, quantity integer, position integer)
      join products p on p.id = i."productId" and p.status = 'published'`
  if (written < rows.length) throw invalidInput('items', 'A product isn’t for sale anymore. Remove it.')
}
