import type { Payout } from '#core/accounting/payouts/payouts.server.ts'
import { StatusDot, type Tone } from '#web/ui/status-dot.tsx'

const STATUSES: Record<string, [label: string, tone: Tone]> = {
  pending: ['Pending', 'attention'],
  in_transit: ['In transit', 'progress'],
  paid: ['Paid', 'success'],
  failed: ['Failed', 'error'],
  canceled: ['Canceled', 'neutral'],
}

export function PayoutStatus({ payout: { status } }: { payout: Pick<Payout, 'status'> }) {
  const [label, tone] = STATUSES[status] ?? [status.replaceAll('_', ' '), 'neutral']
  return <StatusDot tone={tone}>{label}</StatusDot>
}
