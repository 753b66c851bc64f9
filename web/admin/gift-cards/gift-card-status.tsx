import type { AdminGiftCard } from '#core/gift-cards/gift-card-list.server.ts'
import { StatusDot, type Tone } from '#web/ui/status-dot.tsx'

type Card = Pick<AdminGiftCard, 'state' | 'balance' | 'expiresAt'>

export function GiftCardStatus({ card }: { card: Card }) {
  const [tone, label] = statusOf(card)
  return <StatusDot tone={tone}>{label}</StatusDot>
}

function statusOf({ state, balance, expiresAt }: Card): [Tone, string] {
  if (state === 'pending') return ['attention', 'Not paid']
  if (state === 'disabled') return ['error', 'Disabled']
  if (expiresAt && expiresAt.getTime() <= Date.now()) return ['neutral', 'Expired']
  return balance > 0 ? ['success', 'Active'] : ['done', 'Used up']
}
