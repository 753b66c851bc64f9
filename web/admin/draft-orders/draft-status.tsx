import { DRAFT_STATUS_NAMES, type DraftStatus } from '#core/draft-orders/draft-order.ts'
import { StatusDot, type Tone } from '#web/ui/status-dot.tsx'

const TONES: Record<DraftStatus, Tone> = {
  draft: 'started',
  sent: 'attention',
  paid: 'success',
  expired: 'neutral',
  cancelled: 'neutral',
}

export function DraftStatusDot({ status }: { status: DraftStatus }) {
  return <StatusDot tone={TONES[status]}>{DRAFT_STATUS_NAMES[status]}</StatusDot>
}
