import { isUnanswered, type OrderDispute } from '#core/orders/disputes/dispute.ts'
import { isInquiry } from '#core/payments/disputes/evidence.ts'
import { StatusDot, type Tone } from '#web/ui/status-dot.tsx'

export function DisputeStatusDot({ dispute }: { dispute: OrderDispute }) {
  const [tone, text] = describeStatus(dispute)
  return <StatusDot tone={tone}>{text}</StatusDot>
}

function describeStatus(dispute: OrderDispute): [Tone, string] {
  const { state, status, response, sentAt, answerable } = dispute
  if (state !== 'open') return state === 'won' ? ['success', wonLabel(status)] : ['neutral', 'Lost']
  if (response && !sentAt) return ['progress', 'Sending']
  if (response === 'acceptance') return ['progress', 'Accepted']
  if (status === 'appeal_needs_response') return ['attention', 'Appeal']
  if (isUnanswered(dispute) && answerable) return ['attention', 'Needs response']
  return ['progress', status === 'unknown' ? 'Open' : 'Under review']
}

const wonLabel = (status: string) => (isInquiry(status) ? 'Inquiry closed' : 'Won')
