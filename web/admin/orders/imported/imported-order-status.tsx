import type {
  ImportedFulfillmentStatus,
  ImportedPaymentStatus,
} from '#core/orders/imported/imported-order.ts'
import { StatusDot, type Tone } from '#web/ui/status-dot.tsx'

const FULFILLMENT_STATUSES: Record<ImportedFulfillmentStatus, string> = {
  unfulfilled: 'Unfulfilled',
  partial: 'Partly fulfilled',
  fulfilled: 'Fulfilled',
}
const PAYMENT_STATUSES: Record<ImportedPaymentStatus, [Tone, string]> = {
  pending: ['neutral', 'Pending'],
  paid: ['success', 'Paid'],
  partially_refunded: ['neutral', 'Partly refunded'],
  refunded: ['neutral', 'Refunded'],
  cancelled: ['neutral', 'Cancelled'],
}

/** Nothing is left to do for it, so no status asks for attention. */
export function ImportedFulfillmentDot({ status }: { status: ImportedFulfillmentStatus }) {
  return (
    <StatusDot tone={status === 'fulfilled' ? 'success' : 'neutral'}>
      {FULFILLMENT_STATUSES[status]}
    </StatusDot>
  )
}

export function ImportedPaymentDot({ status }: { status: ImportedPaymentStatus }) {
  const [tone, label] = PAYMENT_STATUSES[status]
  return <StatusDot tone={tone}>{label}</StatusDot>
}
