import type { OrderStatus, PaymentMethod, PaymentStatus } from '#core/orders/order-status.ts'
import { StatusDot, type Tone } from '#web/ui/status-dot.tsx'

const ORDER_TONES: Record<OrderStatus, Tone> = {
  pending: 'open',
  processing: 'open',
  shipped: 'open',
  delivered: 'good',
  cancelled: 'quiet',
  refunded: 'quiet',
}
const PAYMENT_TONES: Record<PaymentStatus, Tone> = {
  pending: 'open',
  paid: 'good',
  failed: 'bad',
  refunded: 'quiet',
}

export function OrderStatusDot({ status }: { status: OrderStatus }) {
  return <StatusDot tone={ORDER_TONES[status]}>{status}</StatusDot>
}

export function PaymentStatusDot({ status, method }: { status: PaymentStatus; method: PaymentMethod }) {
  return method === 'demo' ? (
    <StatusDot tone="quiet">test order</StatusDot>
  ) : (
    <StatusDot tone={PAYMENT_TONES[status]}>{status}</StatusDot>
  )
}
