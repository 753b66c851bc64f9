import type {
  AuthorizationState,
  OrderStatus,
  PaymentMethod,
  PaymentStatus,
} from '#core/orders/order-status.ts'
import { StatusDot, type Tone } from '#web/ui/status-dot.tsx'

const ORDER_STATUSES: Record<OrderStatus, [Tone, string]> = {
  pending: ['attention', 'New'],
  processing: ['started', 'In progress'],
  shipped: ['progress', 'Shipped'],
  delivered: ['success', 'Delivered'],
  cancelled: ['neutral', 'Cancelled'],
  refunded: ['neutral', 'Refunded'],
}
const PAYMENT_STATUSES: Record<PaymentStatus, [Tone, string]> = {
  pending: ['attention', 'Pending'],
  paid: ['success', 'Paid'],
  failed: ['error', 'Failed'],
  refunded: ['neutral', 'Refunded'],
}

const AUTHORIZATION_STATES: Record<AuthorizationState, [Tone, string]> = {
  authorized: ['success', 'Payment authorized'],
  expired: ['error', 'Authorization expired'],
  failed: ['error', 'Charge failed'],
}

export const ORDER_STATUS_LABELS: Record<string, string | undefined> = Object.fromEntries(
  Object.entries(ORDER_STATUSES).map(([status, [, label]]) => [status, label]),
)

export function OrderStatusDot({ status }: { status: OrderStatus }) {
  const [tone, label] = ORDER_STATUSES[status]
  return <StatusDot tone={tone}>{label}</StatusDot>
}

type PaymentProps = {
  status: PaymentStatus
  method: PaymentMethod
  isProcessing?: boolean
  authorization?: AuthorizationState | null
  isPartlyRefunded?: boolean
}

export function PaymentStatusDot({
  status,
  method,
  isProcessing = false,
  authorization = null,
  isPartlyRefunded = false,
}: PaymentProps) {
  if (method === 'demo') return <StatusDot tone="neutral">Test order</StatusDot>
  if (isProcessing) return <StatusDot tone="attention">Payment processing</StatusDot>
  if (isPartlyRefunded) return <StatusDot tone="neutral">Partly refunded</StatusDot>
  const [tone, label] = authorization ? AUTHORIZATION_STATES[authorization] : PAYMENT_STATUSES[status]
  return <StatusDot tone={tone}>{label}</StatusDot>
}
