import type { Pool } from 'pg'
import type { Context, SignedInActor } from '#core/context.ts'
import { buildActor } from '#test/accounts.ts'
import { buildPayment, buildProduct, type OrderDraft } from '#test/builders.ts'
import { PERSONAL_TABLES } from './personal-data.ts'

export const CANARY = 'canary'
const EMAIL = `${CANARY}@orchard.example`

type FullContext = Context & { actor: SignedInActor }

/** An account with at least one row in every table with personal data, and its closed order's ID. */
export async function buildFullAccount(
  ctx: Context,
  pool: Pool,
  overrides: OrderDraft = {},
): Promise<FullContext & { orderId: string }> {
  const actor = await buildActor(ctx.db, { email: EMAIL })
  const { id: userId } = actor
  const order: OrderDraft = { userId, email: EMAIL, status: 'delivered', ...overrides }
  const { id: paymentId, orderId } = await buildPayment(ctx, { order })
  const { id: productId } = await buildProduct(ctx)
  for (const statement of ROWS)
    await pool.query(
      statement.replace(/\$(user|email|order|payment|product)/g, (_, name: string) => {
        const values: Record<string, string> = { user: userId, email: EMAIL, order: orderId }
        return `'${values[name] ?? (name === 'payment' ? paymentId : productId)}'`
      }),
    )
  return { ...ctx, actor, orderId }
}

const ROWS = [
  `insert into profile_settings (profile_id) values ($user)`,
  `insert into avoid_lists (profile_id, groups, consent, consented_at, updated_at)
    values ($user, '{fragrance}', 'avoid-list-1', now(), now())`,
  `insert into substances (id, name, normalized_name, search_text) values ('ing', 'Star Milk', 'star milk', 'star milk')`,
  `insert into avoid_list_ingredients (profile_id, substance_id) values ($user, 'ing')`,
  `insert into wishlists (profile_id, share_token, shared_at) values ($user, 'abcdefghijklmnopqrstuv', now())`,
  `insert into wishlist_items (profile_id, product_id, added_price, created_at) values ($user, $product, 100, now())`,
  `insert into product_alerts (id, kind, product_id, profile_id, state, requested_at, consent)
    values ('pal', 'stock', $product, $user, 'waiting', now(), 'wishlist-1')`,
  `insert into product_alerts (id, kind, product_id, email, state, requested_at, consent)
    values ('pal2', 'stock', $product, $email, 'waiting', now(), 'stock-1')`,
  `insert into checkout_reminders (id, email, user_id, lines, code, region, consent, state, requested_at, send_at)
    values ('rem', $email, $user, '[{"productId": "prd", "quantity": 1}]', '', 'US', 'checkout-1', 'waiting', now(),
      now() + interval '3 days')`,
  `insert into addresses (id, profile_id, first_name, last_name, address, city, state, zip_code, phone, is_default)
    values ('adr', $user, 'Grace', 'H', '1 St', 'X', 'NY', '10001', '555', true)`,
  `insert into staff_invitations (id, email, staff_role, token_hash, created_at, expires_at)
    values ('inv', $email, 'packer', 'invitation hash', now(), now() + interval '7 days')`,
  `insert into newsletter_subscribers (id, email, state, confirmed_at) values ('sub', $email, 'subscribed', now())`,
  `insert into data_imports (id, kind, name, encoding) values ('imp', 'customers', 'customers.csv', 'utf-8')`,
  `insert into data_import_rows (import_id, line, kind, key, name, email, data)
    values ('imp', 2, 'new', $email, 'Grace', $email, '{}')`,
  `insert into reviews (id, product_id, profile_id, author, rating, title, body)
    values ('rev', $product, $user, 'Grace', 5, 'Soft', 'Very soft')`,
  `insert into cart_items (id, user_id, product_id, quantity) values ('crt', $user, $product, 1)`,
  `insert into cart_merges (key_hash, user_id) values ('hash', $user)`,
  `insert into auth_accounts (id, user_id, account_id, provider_id) values ('google', $user, 'g', 'google')`,
  `insert into auth_passkeys (id, user_id, name, public_key, credential_id, counter, device_type, backed_up, transports, aaguid)
    values ('pk', $user, 'Phone', 'key', 'credential', 0, 'multiDevice', true, 'internal', 'a')`,
  `insert into auth_two_factors (id, user_id, secret, backup_codes, recovery_codes)
    values ('tf', $user, 'secret', 'codes', '{code}')`,
  `insert into auth_verifications (id, identifier, value, expires_at)
    values ($user || ':1', 'new-email:hash', '{"email":"new-canary@orchard.example"}', now() + interval '1 hour')`,
  `insert into auth_sessions (id, user_id, token, expires_at, ip_address, user_agent)
    values ('ses', $user, 't', now() + interval '1 day', '203.0.113.9', 'Firefox')`,
  `insert into session_tokens (hash, session_id, kind, issued_at, renew_at, expires_at)
    values ('hash', 'ses', 'browser', now(), now(), now() + interval '1 day')`,
  `insert into known_devices (user_id, device) values ($user, 'device')`,
  `insert into attempts (key, pending) values ('hash', false)`,
  `insert into approval_requests (id, action, subject, payload, changes, requested_by, reason, expires_at)
    values ('apr_' || $user, 'export-list', 'users.csv', '{}', '[]', $user, 'For the tax adviser', now())`,
  `insert into audit_entries (action, subject, before, after) values ('customer-blocked', $user, '{}', '{}')`,
  `insert into personal_data_reads (reader_id, day, data, way, records) values ($user, current_date, 'orders', 'list', 50)`,
  `insert into emails (id, key, kind, order_id, recipient, subject, body_text, body_html, unsubscribe_url)
    values ('let', 'key', 'shipped', $order, $email, 'Shipped', 'text', 'html', 'url')`,
  `insert into mailbox (id, recipient, subject, body_text, body_html)
    values ('let', $email, 'Shipped', 'text', 'html')`,
  `insert into imported_orders (id, number, email, customer_name, placed_at, currency, subtotal, discount, shipping, tax,
      total, refunded, tax_included, payment_status, fulfillment_status, shipping_address, note, items)
    values ('imo', '#1001', $email, 'Grace', now(), 'usd', 100, 0, 0, 0, 100, 0, false, 'paid', 'fulfilled',
      '{"name": "Grace"}', 'note', '[{"name": "Balm", "sku": null, "quantity": 1, "price": 100}]')`,
  `insert into order_steps (order_id, from_status, to_status, actor_id, actor, note)
    values ($order, 'pending', 'processing', $user, 'shopper', 'note'),
      ($order, 'processing', 'shipped', null, 'admin', null)`,
  `insert into order_notes (order_id, note) values ($order, 'note')`,
  `insert into draft_orders (id, user_id, email, region, shipping_address, message, created_by, created_at, updated_at)
    values ('drf', $user, $email, 'US', '{"firstName": "Grace", "lastName": "H", "address": "1 St", "city": "X",
      "state": "NY", "zipCode": "10001", "mobileNumber": "5550100000"}', 'As agreed', 'usr', now(), now())`,
  `insert into draft_order_items (draft_id, product_id, quantity, position) values ('drf', $product, 1, 0)`,
  `insert into draft_order_notes (draft_id, note, at) values ('drf', 'note', now())`,
  `insert into order_tags (order_id, tag) values ($order, 'fragile')`,
  `insert into customer_tags (profile_id, tag) values ($user, 'VIP')`,
  `insert into customer_notes (profile_id, note) values ($user, 'Prefers calls')`,
  `insert into saved_views (list, owner_id, name, params) values ('orders', $user, 'Mine', 'show=to-pack')`,
  `insert into order_sources (order_id, source, referrer) values ($order, 'newsletter', 'vogue.example')`,
  `insert into refunds (id, order_id, payment_id, amount, currency, reason, cause, note, note_shared)
    values ('ref', $order, $payment, 100, 'usd', 'refunded', 'cause', 'note', true)`,
  `insert into captures (id, order_id, payment_id, amount, currency) values ('cap', $order, $payment, 1, 'usd')`,
  `insert into refund_items select 'ref', product_id, 1 from order_items where order_id = $order`,
  `insert into returns (id, order_id, state, reason, reference, inspection_note, decline_reason, closed_at)
    values ('ret', $order, 'declined', 'Too dark', 'R1', 'note', 'Opened', now())`,
  `insert into return_items select 'ret', product_id, 1 from order_items where order_id = $order`,
  `insert into invoices (kind, number, order_id, issued_at) values ('invoice', 900001, $order, now())`,
  `insert into disputes (id, order_id, payment_id, amount, currency, reason, state, opened_at, closed_at, explanation,
      response, responded_at, responded_by, evidence, sent_at)
    values ('dis', $order, $payment, 100, 'usd', 'fraudulent', 'won', now(), now(), 'She got it', 'evidence', now(), 'usr',
      '{"customer_name": "Grace"}', now())`,
  `insert into provider_events (id, kind, session_id, order_id, outcome, happened_at)
    values ('evt', 'paid', 's', $order, 'settled', now())`,
  `insert into offers (id, code, title, kind, value, minimum, starts_at)
    values ('off', 'SPRING', 'Spring', 'percentage', 10, 0, now())`,
  `insert into offer_uses (order_id, offer_id, user_id) values ($order, 'off', $user)`,
  `insert into idempotency_keys (key_hash, request_hash, order_id, response) values ('hash', 'hash', $order, '{}')`,
  `insert into gift_cards (id, kind, currency, rate, user_id, recipient_name, recipient_email, message)
    values ('gft', 'credit', 'usd', 1, $user, 'Grace', $email, 'For you')`,
  `insert into order_gift_cards (order_id, gift_card_id, position, amount) values ($order, 'gft', 1, 1)`,
  `insert into gift_card_movements (gift_card_id, change, reason, note) values ('gft', 5, 'adjusted', 'Sorry')`,
  `insert into batches (id, product_id, number, remaining)
    select 'bat_00000000000000000001', product_id, 'B1', 5 from order_items where order_id = $order`,
  `insert into order_item_batches (order_item_id, batch_id, quantity, shipped_at)
    select id, 'bat_00000000000000000001', 1, now() from order_items where order_id = $order`,
  `insert into adverse_events (id, product_id, order_id, email, received_on, severity, description, action_taken)
    values ('adv_00000000000000000001', $product, $order, $email, current_date, 'other', 'Redness', 'Refunded')`,
  `update profiles set payment_customer_id = 'cus', phone = '555', date_of_birth = '1990-04-23' where id = $user`,
  `update orders set carrier = 'ups', tracking_number = '1Z', offer_code = 'SPRING' where id = $order`,
  `update payments set url = 'https://pay.example', network = '203.0.113.0/24', provider_id = 'cs', intent_id = 'pi' where id = $payment`,
]

const TextColumn = {
  text: `%I || ' ${CANARY}'`,
  jsonb: `%I || '{"note": "${CANARY}"}'`,
  _text: `%I || '{${CANARY}}'`,
}

/** Marks every text that no constraint fixes. Returns the columns as table.column. */
export async function plantCanaries(pool: Pool): Promise<Set<string>> {
  const planted = new Set<string>()
  for (const { table, column, type } of await listTextColumns(pool, Object.keys(PERSONAL_TABLES))) {
    // Uses are counted by the offer's code.
    if (/^(id|email|recipient|password_hash|offer_code)$|_id$/.test(column)) continue
    const marked = TextColumn[type].replace('%I', column)
    const isPlanted = await pool
      .query(`update ${table} set ${column} = ${marked} where ${column} is not null`)
      .then(
        ({ rowCount }) => rowCount !== 0,
        () => false,
      )
    if (isPlanted) planted.add(`${table}.${column}`)
  }
  return planted
}

export async function findCanaries(pool: Pool): Promise<string[]> {
  const columns: string[] = []
  for (const { table, column } of await listTextColumns(pool)) {
    const { rowCount } = await pool.query(
      `select from ${table} where ${column}::text like '%${CANARY}%' limit 1`,
    )
    if (rowCount) columns.push(`${table}.${column}`)
  }
  return columns
}

type TextColumn = { table: string; column: string; type: keyof typeof TextColumn }

async function listTextColumns(pool: Pool, tables: string[] | null = null): Promise<TextColumn[]> {
  const { rows } = await pool.query<TextColumn>(
    `select c.table_name as table, c.column_name as column, c.udt_name as type
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and udt_name in ('text', 'jsonb', '_text')
       and ($1::text[] is null or table_name = any($1)) order by 1, 2`,
    [tables],
  )
  return rows
}
