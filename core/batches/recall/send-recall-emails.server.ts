import { z } from 'zod'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { readEmailSender } from '#core/email/email-sender.server.ts'
import { enqueueEmails, type NewEmail } from '#core/email/emails.server.ts'
import { parseForm, Refusal } from '#core/errors.ts'
import { readOrdersById } from '#core/orders/find-order.server.ts'
import { buyerName, type Order } from '#core/orders/order.ts'
import { orderLink } from '#core/orders/order-link.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { execute, query } from '#db/sql.ts'
import { type Batch, readBatch, readRecalledBatch } from '../batches.server.ts'
import { proposeRecallEmail, RecallEmail, recallEmail } from './recall-email.ts'
import { listRecipientsAfter, recallEmailKey } from './recall-recipients.server.ts'

const SentEmail = RecallEmail.extend({ createdAt: z.date() })
export type SentRecallEmail = z.infer<typeof SentEmail>

/** Null until it is sent. */
export async function findRecallEmail(ctx: Context, batchId: string): Promise<SentRecallEmail | null> {
  requirePermission(ctx.actor, 'orders.view')
  const [email = null] = await query(ctx.db, SentEmail)`
    select subject, message, created_at as "createdAt" from recall_emails where batch_id = ${batchId}`
  return email
}

/** The email as the newest recipient would get it, with the text that is being edited. */
export async function previewRecallEmail(ctx: Context, id: string, input?: RecallEmail): Promise<NewEmail> {
  requirePermission(ctx.actor, 'orders.edit')
  const batch = await readRecalledBatch(ctx.db, id)
  const content = input ? parseForm(RecallEmail, input) : proposeRecallEmail(batch)
  return recallEmail(batch, content, {
    key: 'preview',
    to: 'sample@orchard.example',
    sender: await readEmailSender(ctx),
    firstName: 'Grace',
    orderNumber: 'EB123456',
    quantity: 1,
    link: `${ctx.settings.origin}/orders`,
  })
}

/** To everyone who got the batch, whatever emails they chose to get. A job writes them, each once. */
export async function sendRecallEmails(ctx: Context, id: string, input: RecallEmail): Promise<void> {
  const { id: actorId } = requirePermission(ctx.actor, 'orders.edit')
  const { subject, message } = parseForm(RecallEmail, input)
  await staffTransaction(ctx, 'orders.edit', async (tx) => {
    const { number } = await readRecalledBatch(tx, id)
    const isFirst = await execute(tx)`
      insert into recall_emails (batch_id, subject, message, actor_id, created_at)
      values (${id}, ${subject}, ${message}, ${actorId}, ${ctx.now}) on conflict do nothing`
    if (!isFirst) throw new Refusal('conflict', `The email about batch ${number} has already been sent.`)
    await enqueueJob(tx, 'send-recall-emails', { id }, { key: `send-recall-emails:${id}` })
    await writeAudit(ctx, { action: 'product-batch-recipients-emailed', subject: id, after: { subject } }, tx)
  })
}

const PAGE_SIZE = 200

type JobContext = Pick<Context, 'db' | 'settings'>

/** Each page of emails is saved in one transaction with its jobs, and none twice, so running this again is harmless. */
export async function enqueueRecallEmails(ctx: JobContext, batchId: string): Promise<void> {
  const [content] = await query(ctx.db, SentEmail)`
    select subject, message, created_at as "createdAt" from recall_emails where batch_id = ${batchId}`
  if (!content) throw new Error(`The recall email of batch ${batchId} was not found`)
  const batch = await readBatch(ctx.db, batchId)
  for (let after = ''; ; ) {
    const recipients = await listRecipientsAfter(ctx.db, batchId, after, PAGE_SIZE)
    const quantities = new Map(recipients.map(({ orderId, quantity }) => [orderId, quantity]))
    const orders = await readOrdersById(ctx.db, [...quantities.keys()])
    const emails = await buildEmails(ctx, batch, content, orders, quantities)
    await ctx.db.transaction((tx) => enqueueEmails(tx, emails))
    const last = recipients.at(-1)
    if (!last || recipients.length < PAGE_SIZE) return
    after = last.id
  }
}

async function buildEmails(
  ctx: JobContext,
  batch: Batch,
  content: RecallEmail,
  orders: Order[],
  quantities: Map<string, number>,
): Promise<NewEmail[]> {
  const sender = await readEmailSender(ctx)
  return orders.map((order) =>
    recallEmail(batch, content, {
      key: recallEmailKey(batch.id, order.id),
      to: order.email,
      sender,
      firstName: buyerName(order),
      orderNumber: order.number,
      orderId: order.id,
      quantity: quantities.get(order.id) ?? 1,
      link: orderLink(ctx.settings, order),
    }),
  )
}
