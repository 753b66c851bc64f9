import { type BatchState, batchState } from '#core/batches/batch.ts'
import { StatusDot, type Tone } from '#web/ui/status-dot.tsx'

const STATES: Record<BatchState, [tone: Tone, label: string]> = {
  'in-stock': ['success', 'In stock'],
  expiring: ['attention', 'Expires soon'],
  expired: ['error', 'Expired'],
  empty: ['neutral', 'None left'],
  recalled: ['error', 'Recalled'],
}

type Props = { batch: Parameters<typeof batchState>[0]; today: string }

export function BatchStatus({ batch, today }: Props) {
  const [tone, label] = STATES[batchState(batch, today)]
  return <StatusDot tone={tone}>{label}</StatusDot>
}
