import { snakeCase } from '../fields/fields.ts'
import { ORDER_FIELDS } from '../orders/order-fields.ts'
import { RETENTION } from '../retention.ts'
import type { PersonalTable } from './data-classes.ts'

const BY_LAW = 'As long as tax law requires'
const INTERNAL = 'A note among staff. Ask us if you want a copy.'
const STAFF = 'The account ID of who did it'

const byOrder = { parent: 'orders', column: 'order_id' }

export const ORDER_DATA: Record<string, PersonalTable> = {
  orders: {
    name: 'orders',
    holds: 'Orders: email address, shipping address, gift message, amounts',
    class: 'purchase',
    owner: { account: 'user_id' },
    exported: `id number email region currency rate subtotal discount shipping tax tax_percent tax_included shipping_tax total_amount base_total base_refunded offer_code offer_id offer_title shipping_address ${Object.keys(ORDER_FIELDS).map(snakeCase).join(' ')} payment_method status payment_status carrier tracking_number return_days delivered_at created_at updated_at`,
    withheld: { user_id: 'The account’s ID, which is the same in every row' },
    keeps:
      'id number region currency offer_code offer_id offer_title payment_method status payment_status carrier',
    retention: `Amounts: ${BY_LAW.toLowerCase()}. Contact data of orders that were never paid: ${RETENTION.unpaidOrderDays} days`,
  },
  imported_orders: {
    name: 'imported_orders',
    holds: 'Orders of the brand’s former store: name, email address, shipping address, items, amounts',
    class: 'purchase',
    owner: { email: 'email' },
    exported:
      'id number email customer_name placed_at currency subtotal discount shipping tax total refunded tax_included payment_status fulfillment_status shipping_address items imported_at',
    withheld: { note: 'It may be a note among staff of the former store. Ask us if you want a copy.' },
    keeps: 'id number currency payment_status fulfillment_status items',
    retention: BY_LAW,
  },
  order_items: {
    name: 'order_items',
    holds: 'Products, quantities, and prices of orders',
    class: 'purchase',
    owner: byOrder,
    exported: 'id order_id product_id name quantity price amount discount formula_id',
    keeps: 'id order_id product_id name formula_id',
    retention: BY_LAW,
  },
  order_item_batches: {
    name: 'order_item_batches',
    holds: 'From which batches the products of orders were sent',
    class: 'purchase',
    owner: { parent: 'order_items', column: 'order_item_id' },
    exported: 'order_item_id batch_id quantity returned shipped_at',
    keeps: 'order_item_id batch_id',
    retention: BY_LAW,
  },
  order_steps: {
    name: 'order_history',
    holds: 'When an order changed its status',
    class: 'purchase',
    owner: byOrder,
    exported: 'order_id from_status to_status actor at',
    withheld: { id: 'Counts all changes of orders', actor_id: STAFF, note: INTERNAL },
    keeps: 'order_id from_status to_status actor',
    retention: BY_LAW,
  },
  order_notes: {
    name: 'order_notes',
    holds: 'Notes among staff about an order',
    class: 'contact',
    owner: byOrder,
    exported: '',
    withheld: { '*': INTERNAL },
    retention: 'Until the account is deleted',
  },
  order_tags: {
    name: 'order_tags',
    holds: 'Tags among staff of an order',
    class: 'contact',
    owner: byOrder,
    exported: 'order_id tag',
    retention: 'Until the account is deleted',
  },
  order_sources: {
    name: 'order_sources',
    holds: 'The campaign or website that the visit before an order came from',
    class: 'purchase',
    owner: byOrder,
    exported: 'order_id source medium campaign ref referrer',
    retention: 'Until the account is deleted',
  },
  adverse_events: {
    name: 'adverse_events',
    holds: 'Reports of reactions to products: what happened and what was done, and who reported it',
    class: 'contact',
    owner: { email: 'email' },
    exported:
      'id product_id batch_id order_id email received_on severity description action_taken reported_on created_at updated_at',
    withheld: { created_by: 'The account ID of the member of the staff who recorded it' },
    keeps:
      'id product_id batch_id order_id received_on severity description action_taken reported_on created_by',
    retention: `${RETENTION.adverseEventYears} years, as the law requires. The email address: until the account is deleted`,
  },
  payments: {
    name: 'payments',
    holds: 'Payments: amounts and the payment provider’s references. Card numbers are never stored.',
    class: 'purchase',
    owner: byOrder,
    exported:
      'id order_id provider provider_id intent_id amount currency state attempt surplus paid_at declined_at expires_at created_at',
    withheld: {
      url: 'The provider’s payment page, which anyone with the link can open',
      network: 'Stored only while the payment is open',
    },
    keeps: 'id order_id provider provider_id intent_id currency state',
    retention: `${BY_LAW}. The network: only while the payment is open`,
  },
  refunds: {
    name: 'refunds',
    holds: 'Refunds',
    class: 'purchase',
    owner: byOrder,
    exported:
      'id order_id payment_id amount base_amount shipping currency state reason provider_id note note_shared attempt created_at done_at failed_at failure settled_at',
    expressions: { note: 'case when note_shared then note end' },
    withheld: { cause: 'Keeps a refund from being made twice', actor_id: STAFF, request_hash: 'A hash' },
    keeps: 'id order_id payment_id currency state reason cause provider_id failure request_hash actor_id',
    retention: BY_LAW,
  },
  refund_items: {
    name: 'refund_items',
    holds: 'Products of refunds',
    class: 'purchase',
    owner: { parent: 'refunds', column: 'refund_id' },
    exported: 'refund_id product_id quantity',
    keeps: 'refund_id product_id',
    retention: BY_LAW,
  },
  returns: {
    name: 'returns',
    holds: 'Returns, with the customer’s reason',
    class: 'purchase',
    owner: byOrder,
    exported:
      'id order_id reference state reason refund_id decline_reason requested_at received_at inspected_at closed_at',
    withheld: { inspection_note: INTERNAL },
    keeps: 'id order_id reference state refund_id',
    retention: `${BY_LAW}. The reason: until the account is deleted`,
  },
  return_items: {
    name: 'return_items',
    holds: 'Products of returns',
    class: 'purchase',
    owner: { parent: 'returns', column: 'return_id' },
    exported: 'return_id product_id quantity',
    keeps: 'return_id product_id',
    retention: BY_LAW,
  },
  invoices: {
    name: 'invoices',
    holds: 'Numbers and dates of invoices and credit notes, and the store’s details on that day',
    class: 'purchase',
    owner: byOrder,
    exported: 'kind number order_id refund_id issued_at voided_at seller',
    keeps: 'kind order_id refund_id seller',
    retention: BY_LAW,
  },
  disputes: {
    name: 'disputes',
    holds: 'Disputed payments',
    class: 'purchase',
    owner: byOrder,
    exported: 'id order_id payment_id amount currency reason state opened_at closed_at',
    keeps: 'id order_id payment_id currency reason state',
    retention: BY_LAW,
  },
  provider_events: {
    name: 'payment_events',
    holds: 'Messages from the payment provider: kind and date',
    class: 'purchase',
    owner: byOrder,
    exported: 'id kind session_id intent_id order_id outcome happened_at received_at',
    keeps: 'id kind session_id intent_id order_id outcome',
    retention: BY_LAW,
  },
  offer_uses: {
    name: 'offer_uses',
    holds: 'Which order used which offer',
    class: 'purchase',
    owner: byOrder,
    exported: 'order_id offer_id at',
    withheld: { user_id: 'The account’s ID, which is the same in every row' },
    keeps: 'order_id offer_id',
    retention: BY_LAW,
  },
  idempotency_keys: {
    name: 'repeated_requests',
    holds: 'The response to checkout, for a browser that sends the same request again',
    class: 'purchase',
    owner: byOrder,
    exported: '',
    withheld: { '*': 'A copy of the order, stored for a day' },
    retention: `${RETENTION.idempotencyHours} hours`,
  },
}
