import { z } from 'zod'
import { writeAudit } from '#core/audit/audit.server.ts'
import { findToday } from '#core/batches/batches.server.ts'
import type { Context } from '#core/context.ts'
import { DELETED_EMAIL } from '#core/email/deleted-email.ts'
import { invalidInput, parseForm } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { readOrder } from '#core/orders/find-order.server.ts'
import type { Order } from '#core/orders/order.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn } from '#db/sql.ts'
import { AdverseEventDraft } from './adverse-event.ts'
import { type AdverseEvent, findAdverseEvent } from './adverse-events.server.ts'

type Parsed = z.infer<typeof AdverseEventDraft>

export async function recordAdverseEvent(ctx: Context, input: AdverseEventDraft): Promise<AdverseEvent> {
  const { id: actorId } = requirePermission(ctx.actor, 'customers.edit')
  const draft = parseForm(AdverseEventDraft, input)
  await requirePastDays(ctx, draft)
  const id = newId('adverseEvent')
  await staffTransaction(ctx, 'customers.edit', async (tx) => {
    const { productId, batchId, orderId, email } = await findSubjects(tx, draft)
    await execute(tx)`
      insert into adverse_events (id, product_id, batch_id, order_id, email, received_on, severity, description,
        action_taken, reported_on, created_by, created_at, updated_at)
      values (${id}, ${productId}, ${batchId}, ${orderId}, ${email}, ${draft.receivedOn}, ${draft.severity},
        ${draft.description}, ${draft.actionTaken}, ${draft.reportedOn}, ${actorId}, ${ctx.now}, ${ctx.now})`
    await writeAudit(ctx, { action: 'adverse-event-recorded', subject: id, after: auditedParts(draft) }, tx)
  })
  return findAdverseEvent(ctx, id)
}

export async function editAdverseEvent(
  ctx: Context,
  id: string,
  input: AdverseEventDraft,
): Promise<AdverseEvent> {
  requirePermission(ctx.actor, 'customers.edit')
  const before = await findAdverseEvent(ctx, id)
  const draft = parseForm(AdverseEventDraft, input)
  await requirePastDays(ctx, draft)
  await staffTransaction(ctx, 'customers.edit', async (tx) => {
    const { productId, batchId, orderId, email } = await findSubjects(tx, draft)
    await execute(tx)`
      update adverse_events set product_id = ${productId}, batch_id = ${batchId}, order_id = ${orderId}, email = ${email},
        received_on = ${draft.receivedOn}, severity = ${draft.severity}, description = ${draft.description},
        action_taken = ${draft.actionTaken}, reported_on = ${draft.reportedOn}, updated_at = ${ctx.now}
      where id = ${id}`
    await writeAudit(
      ctx,
      {
        action: 'adverse-event-changed',
        subject: id,
        before: auditedParts(before),
        after: auditedParts(draft),
      },
      tx,
    )
  })
  return findAdverseEvent(ctx, id)
}

/** The log can't be changed, so it has neither the description nor the email address. */
function auditedParts({
  severity,
  receivedOn,
  reportedOn,
}: Pick<Parsed, 'severity' | 'receivedOn' | 'reportedOn'>) {
  return { severity, receivedOn, reportedOn }
}

async function requirePastDays(ctx: Context, { receivedOn, reportedOn }: Parsed): Promise<void> {
  const today = await findToday(ctx)
  if (receivedOn > today) throw invalidInput('receivedOn', 'The report can’t have arrived in the future.')
  if (reportedOn === null) return
  if (reportedOn > today) throw invalidInput('reportedOn', 'Enter the day once it has been reported.')
  if (reportedOn < receivedOn)
    throw invalidInput('reportedOn', 'It can’t be reported before it was received.')
}

async function findSubjects(tx: Db, draft: Parsed) {
  const order = draft.order ? await findOrderOf(tx, draft.order) : null
  const productId = await findProductOf(tx, draft, order)
  const batchId = draft.batch ? await findBatchOf(tx, productId, draft.batch) : null
  return { productId, batchId, orderId: order?.id ?? null, email: draft.email ?? deliverable(order?.email) }
}

/** An order of a deleted account has none. */
function deliverable(email: string | undefined): string | null {
  return email && email !== DELETED_EMAIL ? email : null
}

async function findOrderOf(tx: Db, idOrNumber: string): Promise<Order> {
  const order = await readOrder(tx, idOrNumber.replace(/^#/, ''))
  if (!order) throw invalidInput('order', 'There’s no order with this number.')
  return order
}

const ProductRef = z.strictObject({ id: z.string() })

async function findProductOf(tx: Db, { productId }: Parsed, order: Order | null): Promise<string> {
  const [only, ...others] = order?.items ?? []
  if (!productId && only && !others.length) return only.productId
  if (!productId) throw invalidInput('productId', 'Choose the product.')
  const [product] = await query(tx, ProductRef)`select id from products where id = ${productId}`
  if (!product) throw invalidInput('productId', 'Choose a product of the store.')
  if (order && !order.items.some((item) => item.productId === productId))
    throw invalidInput('order', `Order ${order.number} doesn’t contain this product.`)
  return product.id
}

async function findBatchOf(tx: Db, productId: string, number: string): Promise<string> {
  const [id] = await queryColumn(tx, z.string())`
    select id from batches where product_id = ${productId} and (number = ${number} or id = ${number})
      and number is not null`
  if (!id) throw invalidInput('batch', 'This product has no batch with this number.')
  return id
}
