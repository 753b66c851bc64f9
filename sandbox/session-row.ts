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
  amount: number
  currency: string
  wanted: FormBody
  url: string
  expires_at: Date
  created_at: Date
}

export const hasPaymentForm = ({ wanted }: Pick<SessionRow, 'wanted'>) =>
  textField(wanted, 'ui_mode') === 'elements'

/** Unguessable, as the session's ID is. */
export const clientSecretOf = ({ id }: Pick<SessionRow, 'id'>) => `${id}_secret_sandbox`

/** Where the shopper goes after paying. */
export function returnUrl({ id, wanted }: Pick<SessionRow, 'id' | 'wanted'>): string {
  const url = textField(wanted, 'success_url') || textField(wanted, 'return_url')
  return url.replaceAll('{CHECKOUT_SESSION_ID}', id)
}

function intentStatus({ paid, failed, status }: SessionRow): string {
  if (paid) return 'succeeded'
  return status === 'complete' && !failed ? 'processing' : 'requires_payment_method'
}

/** `expandsIntent` answers with the whole payment intent instead of its ID. */
export function sessionJson(session: SessionRow, expandsIntent = false) {
  const hasForm = hasPaymentForm(session)
  const { id, intent_id, status, paid, amount, currency, wanted, url, expires_at, created_at } = session
  const intent = { id: intent_id, object: 'payment_intent', status: intentStatus(session) }
  return {
    id,
    object: 'checkout.session',
    mode: 'payment',
    status,
    payment_status: paid ? 'paid' : 'unpaid',
    amount_subtotal: amount,
    amount_total: amount,
    currency,
    payment_intent: status !== 'complete' ? null : expandsIntent ? intent : intent_id,
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
