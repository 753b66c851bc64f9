import type { OrderStatus, PaymentMethod, PaymentStatus } from '#core/orders/order-status.ts'
import { StatusDot, type Tone } from '../ui/standing.tsx'

const STATUS: Record<OrderStatus, Tone> = {
  pending: 'open',
  processing: 'open',
  shipped: 'open',
  delivered: 'good',
  cancelled: 'quiet',
  refunded: 'quiet',
}
const PAYMENT: Record<PaymentStatus, Tone> = {
  pending: 'open',
  paid: 'good',
  failed: 'bad',
  refunded: 'quiet',
}

export function OrderStanding({ status }: { status: OrderStatus }) {
  return <StatusDot tone={STATUS[status]}>{status}</StatusDot>
}

export function PaymentStanding({ status, method }: { status: PaymentStatus; method: PaymentMethod }) {
  return method === 'demo' ? (
    <StatusDot tone="quiet">test order</StatusDot>
  ) : (
    <StatusDot tone={PAYMENT[status]}>{status}</StatusDot>
  )
}
