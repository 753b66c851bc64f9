import { z } from 'zod'
import { toPlainText } from '#core/content/read-rich-text.ts'
import { RICH_TEXT_VALUES, type RichTextValue } from '#core/content/rich-text-names.ts'
import { selectFields } from '#core/content/select-content.server.ts'
import type { Context } from '#core/context.ts'
import type { Evidence } from '#core/payments/disputes/evidence.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import type { Db } from '#db/connection.ts'
import { query } from '#db/sql.ts'
import { visibleParts } from '../admin/visible-order.ts'
import { readOrder } from '../find-order.server.ts'
import type { Order } from '../order.ts'
import type { OrderDispute } from './dispute.ts'
import { composeEvidence, type OrderRecords } from './evidence-text.ts'
import { withoutEmail } from './find-disputes.server.ts'

type DisputedOrder = Pick<OrderDispute, 'orderId' | 'explanation'>

/** What would be sent now, as this person may see it. */
export async function previewEvidence(ctx: Context, dispute: DisputedOrder): Promise<Evidence> {
  requirePermission(ctx.actor, 'orders.refund')
  const evidence = await assembleEvidence(ctx, dispute)
  return visibleParts(ctx.actor).email ? evidence : withoutEmail(evidence)
}

export async function assembleEvidence(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  { orderId, explanation }: DisputedOrder,
): Promise<Evidence> {
  const order = await readOrder(db, orderId)
  if (!order) throw new Error(`Order ${orderId} not found`)
  const { timeZone } = await readStoreSettings(db)
  const policyUrl = `${settings.origin}/${POLICY}`
  const records = { ...(await findRecords(db, order)), policy: await findPolicy(db, order), policyUrl }
  return composeEvidence(order, records, { explanation, timeZone })
}

const Times = z.strictObject({
  paidAt: z.date().nullable(),
  shippedAt: z.date().nullable(),
  giftCardSentAt: z.date().nullable(),
})
const RefundOfOrder = z.strictObject({ amount: z.int(), at: z.date() })
const ReturnOfOrder = z.strictObject({
  reference: z.string(),
  state: z.string(),
  reason: z.string(),
  declineReason: z.string().nullable(),
  requestedAt: z.date(),
})
const SentEmail = z.strictObject({ subject: z.string(), sentAt: z.date() })

/** The texts of emails aren't stored once they are sent. Those to the owner are left out. */
async function findRecords(
  db: Db,
  { id, email, status }: Order,
): Promise<Omit<OrderRecords, 'policy' | 'policyUrl'>> {
  const [times] = await query(db, Times)`
    select (select min(p.paid_at) from payments p where p.order_id = ${id} and not p.surplus) as "paidAt",
      (select max(s.at) from order_steps s where s.order_id = ${id} and s.to_status = 'shipped') as "shippedAt",
      (select max(g.sent_at) from gift_cards g where g.order_id = ${id}) as "giftCardSentAt"`
  const { paidAt = null, shippedAt = null, giftCardSentAt = null } = times ?? {}
  const isUnshipped = status === 'pending' || status === 'processing'
  return {
    paidAt,
    // Staff may have undone it.
    shippedAt: isUnshipped ? null : shippedAt,
    giftCardSentAt,
    refunds: await query(db, RefundOfOrder)`
      select r.amount, r.done_at as at from refunds r join payments p on p.id = r.payment_id
      where r.order_id = ${id} and r.state = 'done' and r.reason <> 'disputed' and not p.surplus order by r.done_at, r.id`,
    returns: await query(db, ReturnOfOrder)`
      select reference, state, reason, decline_reason as "declineReason", requested_at as "requestedAt" from returns
      where order_id = ${id} order by requested_at, id`,
    emails: await query(db, SentEmail)`
      select subject, sent_at as "sentAt" from emails
      where order_id = ${id} and recipient = ${email} and sent_at is not null order by sent_at, id`,
  }
}

const PublishedPage = z.strictObject({ id: z.string(), number: z.int() })

/** The shipping and returns page as it was published when the order was placed, which the audit log tells. */
async function findPolicy(db: Db, { createdAt, returnDays }: Order): Promise<string> {
  const [page] = await query(db, PublishedPage)`
    select i.id, coalesce((select coalesce(e.after ->> 'publishedNumber', e.after ->> 'number')::integer
        from audit_entries e where e.subject = i.id and e.action = 'content-published' and e.at <= ${createdAt}
        order by e.id desc limit 1),
      case when i.published_at <= ${createdAt} then i.published_number else 0 end) as number
    from content_items i where i.kind = 'page' and i.built_in and i.slug = ${POLICY}`
  if (!page) return ''
  const { kind, fields } = await selectFields(db, { id: page.id, kind: 'page', slug: POLICY }, page.number)
  return kind === 'page' ? withoutUnknown(toPlainText(fields.body, valuesOf(returnDays))) : ''
}

const POLICY = 'shipping-returns'

const UNKNOWN = '\uFFFC'

/** What the page computes, other than the days, isn’t recorded for that time. */
function valuesOf(returnDays: number): Partial<Record<RichTextValue, string>> {
  const unknown = Object.fromEntries(Object.keys(RICH_TEXT_VALUES).map((name) => [name, UNKNOWN]))
  return { ...unknown, 'return-days': String(returnDays) }
}

function withoutUnknown(text: string): string {
  const lines = text.split('\n').filter((line) => !line.includes(UNKNOWN))
  return lines.join('\n')
}
