import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import type { Db } from '#db/connection.ts'
import { query } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { CURRENCIES, formatMoney } from '../money.ts'
import { visibleParts } from './admin/visible-order.ts'
import { lookUpOrder } from './find-order.server.ts'

const OrderHistoryRow = z.strictObject({
  at: z.date(),
  topic: z.enum(['order', 'stock', 'payment', 'provider', 'refund', 'return', 'email', 'accounting']),
  message: z.string(),
  by: z.string().nullable(),
  /** The card provider's ID. */
  reference: z.string().nullable(),
  amount: z.int().nullable(),
  currency: z.enum(CURRENCIES).nullable(),
})
export type OrderHistoryEntry = Omit<z.infer<typeof OrderHistoryRow>, 'amount' | 'currency'>

export async function findOrderHistory(ctx: Context, idOrNumber: string): Promise<OrderHistoryEntry[]> {
  requirePermission(ctx.actor, 'orders.view')
  const { id } = await lookUpOrder(ctx, idOrNumber)
  const rows = await selectHistory(ctx.db, id)
  const { amounts: showsPayments, email: showsPeople } = visibleParts(ctx.actor)
  const visibleRows = rows.filter(
    ({ topic }) => (showsPayments || !PAYMENT_TOPICS.has(topic)) && (showsPeople || topic !== 'email'),
  )
  return visibleRows.map(({ at, topic, message, by, reference, amount, currency }) => ({
    at,
    topic,
    reference,
    message: amount !== null && currency ? `${message}: ${formatMoney({ amount, currency })}` : message,
    by: showsPeople || !by?.includes('@') ? by : null,
  }))
}

const PAYMENT_TOPICS = new Set(['payment', 'provider', 'refund', 'accounting'])

function selectHistory(db: Db, orderId: string) {
  return query(db, OrderHistoryRow)`
    select f.at, f.topic, f.message, f.by, f.amount, f.currency, f.reference from (
      select s.at, 1 as turn, s.id as place, 'order' as topic, coalesce(initcap(s.from_status) || ' → ' || initcap(s.to_status), 'Order placed')
          || coalesce(': ' || s.note, '') as message, coalesce(p.email, s.actor) as by,
          null::bigint as amount, null::text as currency, null::text as reference
        from order_steps s left join profiles p on p.id = s.actor_id where s.order_id = ${orderId}
      union all
      select e.at, 1, e.id, 'order', 'Tracking: ' || coalesce(nullif(concat_ws(' ', e.before ->> 'carrier', e.before ->> 'trackingNumber'), ''), 'none')
          || ' → ' || coalesce(nullif(concat_ws(' ', e.after ->> 'carrier', e.after ->> 'trackingNumber'), ''), 'none'), p.email, null, null, null
        from audit_entries e left join profiles p on p.id = e.actor_id where e.subject = ${orderId} and e.action = 'order-tracking-corrected'
      union all
      select m.created_at, 2, m.id, 'stock', initcap(m.reason) || ' ' || abs(m.change) || ' × ' || i.name, null, null, null, null
        from stock_movements m join order_items i on i.order_id = m.order_id and i.product_id = m.product_id
        where m.order_id = ${orderId}
      union all
      select created_at, 3, 0, 'payment', 'Payment page opened' || coalesce(', expires at ' || to_char(expires_at at time zone store_time_zone(), 'HH24:MI'), ''), null, null, null, null
        from payments where order_id = ${orderId} and not surplus
      union all
      select paid_at, 4, 0, 'payment', case when surplus then 'Paid a second time' else 'Paid' end, 'provider', null, null, provider_id
        from payments where order_id = ${orderId} and paid_at is not null
      union all
      select authorized_at, 4, 0, 'payment', 'Authorized', 'provider', null, null, provider_id
        from payments where order_id = ${orderId} and authorized_at is not null
      union all
      select created_at, 6, 0, 'payment', 'Charge requested', null, amount, currency, null from captures where order_id = ${orderId}
      union all
      select failed_at, 7, 1, 'payment', 'Charge failed: ' || coalesce(failure, id), 'provider', null, null, null
        from captures where order_id = ${orderId} and failed_at is not null
      union all
      select received_at, 5, 0, 'provider', kind || ': ' || outcome, 'provider', null, null, null from provider_events where order_id = ${orderId}
      union all
      select r.created_at, 6, 0, 'refund', 'Requested (' || r.reason || ')' || coalesce(', ' || (
          select string_agg(ri.quantity || ' × ' || (select min(i.name) from order_items i
              where i.order_id = r.order_id and i.product_id = ri.product_id), ', ' order by ri.product_id)
          from refund_items ri where ri.refund_id = r.id), '')
          || case when r.shipping > 0 then ', shipping' else '' end || coalesce(', note “' || r.note || '”', ''),
          p.email, r.amount, r.currency, null
        from refunds r left join profiles p on p.id = r.actor_id where r.order_id = ${orderId}
      union all
      select done_at, 7, 0, 'refund', 'Done', 'provider', null, null, coalesce(provider_id, id)
        from refunds where order_id = ${orderId} and done_at is not null
      union all
      select failed_at, 7, 1, 'refund', 'Failed: ' || coalesce(failure, provider_id, id), 'provider', null, null, null
        from refunds where order_id = ${orderId} and failed_at is not null
      union all
      select requested_at, 6, 0, 'return', reference || ' requested: ' || reason, null, null, null, null from returns where order_id = ${orderId}
      union all
      select received_at, 6, 1, 'return', reference || ' received', null, null, null, null from returns where order_id = ${orderId} and received_at is not null
      union all
      select inspected_at, 6, 2, 'return', reference || ' inspected' || coalesce(': ' || inspection_note, ''), null, null, null, null
        from returns where order_id = ${orderId} and inspected_at is not null
      union all
      select closed_at, 6, 3, 'return', reference || case state when 'declined' then ' declined' || coalesce(': ' || decline_reason, '')
        else case when resolution = 'exchange' then ' exchanged for order #' || (select number from orders n where n.id = replacement_order_id)
          when resolution = 'store_credit' then ' refunded to store credit' else ' refunded' end end, null, null, null, null
        from returns where order_id = ${orderId} and closed_at is not null
      union all
      select closed_at, 6, 4, 'return', 'Replaces items of order #' || (select number from orders o where o.id = order_id) || ' (' || reference || ')',
        null, null, null, null from returns where replacement_order_id = ${orderId}
      union all
      select opened_at, 5, 1, 'provider', 'Dispute opened, ' || replace(reason, '_', ' '), 'provider', amount, currency, null
        from disputes where order_id = ${orderId}
      union all
      select coalesce(d.sent_at, d.responded_at), 5, 1, 'provider', case d.response when 'evidence' then 'Evidence sent to the bank'
          else 'Dispute accepted' end || case when d.sent_at is null then ', not confirmed yet' else '' end, p.email, null, null, null
        from disputes d left join profiles p on p.id = d.responded_by where d.order_id = ${orderId} and d.response is not null
      union all
      select closed_at, 5, 2, 'provider', 'Dispute ' || state, 'provider', amount, currency, null
        from disputes where order_id = ${orderId} and closed_at is not null
      union all
      select created_at, 8, 0, 'email', initcap(left(kind, 1)) || replace(substr(kind, 2), '-', ' ') || ' queued', null, null, null, null from emails where order_id = ${orderId}
      union all
      select sent_at, 9, 0, 'email', initcap(left(kind, 1)) || replace(substr(kind, 2), '-', ' ') || ' sent', null, null, null, null from emails where order_id = ${orderId} and sent_at is not null
      union all
      select entry_date, 8, 1, 'accounting', initcap(kind) || ' booked', null, amount, currency, null from accounting where order_id = ${orderId}
    ) f order by f.at, f.turn, f.place`
}
