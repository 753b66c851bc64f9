import { type FormBody, nestedField, textField } from './form-body.ts'

export type SessionRow = {
  place: number
  id: string
  intent_id: string
  status: 'open' | 'complete' | 'expired'
  paid: boolean
  /** A payment that took longer failed. */
  failed: boolean
  settles_at: Date | null
  /** Of a payment that the store captures later. */
  authorized_at: Date | null
  captured: number | null
  /** Why it was released. */
  canceled: string | null
  amount: number
  currency: string
  wanted: FormBody
  url: string
  expires_at: Date
  created_at: Date
}

/** Of an express payment. Its intent is the session, with the same ID. */
export const isIntent = ({ id, intent_id }: Pick<SessionRow, 'id' | 'intent_id'>) => id === intent_id

export const hasPaymentForm = ({ wanted }: Pick<SessionRow, 'wanted'>) =>
  textField(wanted, 'ui_mode') === 'elements'

/** Unguessable, as the session's ID is. */
export const clientSecretOf = ({ id }: Pick<SessionRow, 'id'>) => `${id}_secret_sandbox`

/** Where the shopper goes after paying. */
export function returnUrl({ id, wanted }: Pick<SessionRow, 'id' | 'wanted'>): string {
  const url = textField(wanted, 'success_url') || textField(wanted, 'return_url')
  return url.replaceAll('{CHECKOUT_SESSION_ID}', id)
}

/** How long an authorization lasts, as for most cards. */
export const AUTHORIZED_DAYS = 7

/** What was asked of the intent: of an express payment, all of it. */
const wantedIntent = (row: Pick<SessionRow, 'id' | 'intent_id' | 'wanted'>) =>
  isIntent(row) ? row.wanted : nestedField(row.wanted, 'payment_intent_data')

/** Whether the payment is authorized first, and captured later. */
export const isCapturedLater = (row: Pick<SessionRow, 'id' | 'intent_id' | 'wanted'>) =>
  textField(wantedIntent(row), 'capture_method') === 'manual'

type IntentStatus = 'succeeded' | 'processing' | 'requires_payment_method' | 'requires_capture' | 'canceled'

export function intentStatus({ paid, failed, status, authorized_at, canceled }: SessionRow): IntentStatus {
  if (paid) return 'succeeded'
  if (canceled) return 'canceled'
  if (authorized_at) return 'requires_capture'
  return status === 'complete' && !failed ? 'processing' : 'requires_payment_method'
}

const intentMetadata = (session: SessionRow) => nestedField(wantedIntent(session), 'metadata')

/** With its latest charge expanded. */
export function intentJson(session: SessionRow) {
  const status = intentStatus(session)
  const { intent_id, amount, currency, paid, captured, canceled, authorized_at, created_at } = session
  return {
    id: intent_id,
    object: 'payment_intent',
    status,
    amount,
    amount_capturable: status === 'requires_capture' ? amount : 0,
    amount_received: paid ? (captured ?? amount) : 0,
    currency,
    capture_method: isCapturedLater(session) ? 'manual' : 'automatic_async',
    cancellation_reason: canceled,
    client_secret: isIntent(session) ? clientSecretOf(session) : null,
    metadata: intentMetadata(session),
    latest_charge: paid || authorized_at ? chargeJson(session) : null,
    livemode: false,
    created: Math.floor(created_at.getTime() / 1000),
  }
}

export function chargeJson(session: SessionRow) {
  const { id, intent_id, amount, currency, paid, captured, authorized_at } = session
  const before = authorized_at && Math.floor(authorized_at.getTime() / 1000) + AUTHORIZED_DAYS * 24 * 60 * 60
  return {
    id: `ch_${id}`,
    object: 'charge',
    amount,
    amount_captured: paid ? (captured ?? amount) : 0,
    captured: paid,
    currency,
    metadata: intentMetadata(session),
    payment_intent: intent_id,
    payment_method_details: { type: 'card', card: before ? { capture_before: before } : {} },
  }
}

/** `expandsIntent` answers with the whole payment intent instead of its ID. */
export function sessionJson(session: SessionRow, expandsIntent = false) {
  const hasForm = hasPaymentForm(session)
  const { id, intent_id, status, paid, amount, currency, wanted, url, expires_at, created_at } = session
  return {
    id,
    object: 'checkout.session',
    mode: 'payment',
    status,
    payment_status: paid ? 'paid' : 'unpaid',
    amount_subtotal: amount,
    amount_total: amount,
    currency,
    payment_intent: status !== 'complete' ? null : expandsIntent ? intentJson(session) : intent_id,
    customer: textField(wanted, 'customer') || null,
    customer_email: textField(wanted, 'customer_email') || null,
    client_reference_id: textField(wanted, 'client_reference_id') || null,
    metadata: nestedField(wanted, 'metadata'),
    ui_mode: hasForm ? 'elements' : 'hosted_page',
    client_secret: hasForm && status === 'open' ? clientSecretOf(session) : null,
    return_url: textField(wanted, 'return_url') || null,
    success_url: textField(wanted, 'success_url') || null,
    cancel_url: textField(wanted, 'cancel_url') || null,
    url: status === 'open' && !hasForm ? url : null,
    livemode: false,
    created: Math.floor(created_at.getTime() / 1000),
    expires_at: Math.floor(expires_at.getTime() / 1000),
  }
}
