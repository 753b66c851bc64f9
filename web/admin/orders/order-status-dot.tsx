import type { OrderStatus, PaymentMethod, PaymentStatus } from '#core/orders/order-status.ts'
import { StatusDot, type Tone } from '#web/ui/status-dot.tsx'

const ORDER_TONES: Record<OrderStatus, Tone> = {
  pending: 'attention',
  processing: 'attention',
  shipped: 'attention',
  delivered: 'success',
  cancelled: 'neutral',
  refunded: 'neutral',
}
const PAYMENT_TONES: Record<PaymentStatus, Tone> = {
  pending: 'attention',
  paid: 'success',
  failed: 'error',
  refunded: 'neutral',
}

const ORDER_STATUS_LABELS: Record<OrderStatus, string> = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
}
const PAYMENT_STATUS_LABELS: Record<PaymentStatus, string> = {
  pending: 'Pending',
  paid: 'Paid',
  failed: 'Failed',
  refunded: 'Refunded',
}

export function OrderStatusDot({ status }: { status: OrderStatus }) {
  return <StatusDot tone={ORDER_TONES[status]}>{ORDER_STATUS_LABELS[status]}</StatusDot>
}

type PaymentProps = { status: PaymentStatus; method: PaymentMethod; isPartlyRefunded?: boolean }

export function PaymentStatusDot({ status, method, isPartlyRefunded = false }: PaymentProps) {
  if (method === 'demo') return <StatusDot tone="neutral">Test order</StatusDot>
  if (isPartlyRefunded) return <StatusDot tone="neutral">Partly refunded</StatusDot>
  return <StatusDot tone={PAYMENT_TONES[status]}>{PAYMENT_STATUS_LABELS[status]}</StatusDot>
}
