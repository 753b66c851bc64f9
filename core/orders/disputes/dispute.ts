import type { Currency } from '#core/money.ts'
import { type Evidence, type EvidenceField, needsResponse } from '#core/payments/disputes/evidence.ts'

export const DISPUTE_STATES = ['open', 'won', 'lost'] as const
export const DISPUTE_RESPONSES = ['evidence', 'acceptance'] as const
export const MAX_EXPLANATION = 10_000

export type OrderDispute = {
  id: string
  orderId: string
  orderNumber: string
  /** The customer’s name. */
  buyer: string
  amount: number
  currency: Currency
  reason: string
  state: (typeof DISPUTE_STATES)[number]
  /** As the provider calls it. */
  status: string
  openedAt: Date
  closedAt: Date | null
  /** Until when the bank accepts evidence, if it is known. */
  dueBy: Date | null
  answerable: boolean
  /** By staff, for the bank. */
  explanation: string
  version: number
  response: (typeof DISPUTE_RESPONSES)[number] | null
  respondedAt: Date | null
  /** When the provider confirmed it. */
  sentAt: Date | null
  /** As it was sent. Null until then, and once personal data is deleted. */
  evidence: Evidence | null
  /** Why the provider refused the last response. */
  failure: string | null
}

type Answerable = Pick<OrderDispute, 'state' | 'status' | 'answerable' | 'response' | 'dueBy'>

/** Whether staff can still answer. */
export function canRespond(dispute: Answerable, now: Date): boolean {
  return isUnanswered(dispute) && dispute.answerable && !isOverdue(dispute, now)
}

export const isUnanswered = ({ state, status, response }: Answerable): boolean =>
  state === 'open' && needsResponse(status) && response === null

export const isOverdue = ({ dueBy }: Pick<OrderDispute, 'dueBy'>, now: Date): boolean =>
  dueBy !== null && dueBy <= now

export const EVIDENCE_LABELS: Record<EvidenceField, string> = {
  customer_name: 'Customer',
  customer_email_address: 'Email',
  shipping_address: 'Shipping address',
  shipping_carrier: 'Carrier',
  shipping_tracking_number: 'Tracking number',
  shipping_date: 'Shipped',
  service_date: 'Delivered by email',
  product_description: 'Items',
  refund_policy_disclosure: 'Return policy',
  uncategorized_text: 'Explanation and timeline',
}

/** Such as “Product not received”. */
export function reasonLabel(reason: string): string {
  const words = reason.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
