import { type FormBody, nestedField, textField } from './form-body.ts'

export type SessionRow = {
  place: number
  id: string
  intent_id: string
  status: 'open' | 'complete' | 'expired'
  paid: boolean
  amount: number
  currency: string
  wanted: FormBody
  url: string
  expires_at: Date
  created_at: Date
}

export function sessionJson(session: SessionRow) {
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
    payment_intent: paid ? intent_id : null,
    customer_email: textField(wanted, 'customer_email') || null,
    client_reference_id: textField(wanted, 'client_reference_id') || null,
    metadata: nestedField(wanted, 'metadata'),
    success_url: textField(wanted, 'success_url'),
    cancel_url: textField(wanted, 'cancel_url'),
    url: status === 'open' ? url : null,
    livemode: false,
    created: Math.floor(created_at.getTime() / 1000),
    expires_at: Math.floor(expires_at.getTime() / 1000),
  }
}
