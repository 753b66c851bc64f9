import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn, type Sql, sql } from '#db/sql.ts'
import { DELETED_EMAIL } from '../email/deleted-email.ts'
import { columnNames } from '../fields/field-columns.server.ts'
import { ORDER_FIELDS } from '../orders/order-fields.ts'
import { KNOWN_TAX_STATE } from '../regions/tax-state.server.ts'

/** Removes personal data from orders. Tax law requires the rest, and country and state decide the tax. */
export async function eraseOrders(tx: Db, condition: Sql): Promise<number> {
  const orderIds = await queryColumn(tx, z.string())`
    update orders set user_id = null, email = ${DELETED_EMAIL}, tracking_number = null,
      (${columnNames(ORDER_FIELDS)}) = row (${ERASED_FIELDS}),
      shipping_address = coalesce((select jsonb_object_agg(key, case when key = 'country' or (key = 'state' and ${KNOWN_TAX_STATE} is not null) then value else '""' end)
        from jsonb_each(shipping_address)), '{}')
    where ${condition} returning id`
  if (!orderIds.length) return 0
  await execute(tx)`delete from draft_orders where order_id = any(${orderIds})`
  await execute(tx)`delete from order_notes where order_id = any(${orderIds})`
  await execute(tx)`delete from order_tags where order_id = any(${orderIds})`
  await execute(tx)`delete from order_sources where order_id = any(${orderIds})`
  await execute(tx)`update order_steps set note = null, actor_id = null where order_id = any(${orderIds})`
  await execute(tx)`update payments set url = null, network = null where order_id = any(${orderIds})`
  await execute(tx)`update refunds set note = null where order_id = any(${orderIds})`
  await execute(tx)`
    update returns set reason = ${ERASED}, inspection_note = null, decline_reason = null
    where order_id = any(${orderIds})`
  // Evidence that isn't sent yet isn't sent anymore.
  await execute(tx)`
    update disputes set explanation = null, evidence = null, responded_by = null,
      response = case when sent_at is null and response = 'evidence' then null else response end,
      responded_at = case when sent_at is null and response = 'evidence' then null else responded_at end
    where order_id = any(${orderIds})`
  await execute(tx)`update offer_uses set user_id = null where order_id = any(${orderIds})`
  // The stored response to checkout contains the address.
  await execute(tx)`delete from idempotency_keys where order_id = any(${orderIds})`
  // One that was paid still belongs to its recipient.
  await execute(tx)`
    update gift_cards set sender_name = null, message = null,
      recipient_name = case when state <> 'pending' then recipient_name end,
      recipient_email = case when state <> 'pending' then recipient_email end
    where order_id = any(${orderIds})`
  await eraseEmails(tx, sql`order_id = any(${orderIds})`)
  return orderIds.length
}

/** Balances remain: anyone who has a code can still use it. */
export async function eraseGiftCards(tx: Db, condition: Sql): Promise<void> {
  const ids = await queryColumn(tx, z.string())`
    update gift_cards set recipient_name = null, recipient_email = null, sender_name = null, message = null, user_id = null
    where ${condition} returning id`
  await execute(tx)`update gift_card_movements set note = null where gift_card_id = any(${ids})`
}

/** Numbers, dates, items, and amounts remain, so that another import of the same file adds nothing. */
export async function eraseImportedOrders(tx: Db, condition: Sql): Promise<void> {
  await execute(tx)`
    update imported_orders set email = null, customer_name = null, shipping_address = null, note = null where ${condition}`
}

const ERASED_FIELDS = sql.join(
  Object.keys(ORDER_FIELDS).map(() => sql.raw('null')),
  ', ',
)

/** The column may not be empty. */
const ERASED = 'Deleted'

/** Emails that are still waiting must not be sent. */
export async function eraseEmails(tx: Db, condition: Sql): Promise<number> {
  await execute(tx)`delete from mailbox where id in (select id from emails where ${condition})`
  return execute(tx)`
    update emails set recipient = ${DELETED_EMAIL}, subject = '', body_text = null, body_html = null,
      unsubscribe_url = null, state = case state when 'waiting' then 'failed' else state end
    where ${condition}`
}
