import type { RefundLine } from '#core/payments/refund.ts'

export type Return = {
  id: string
  /** The customer writes it on the package. */
  reference: string
  orderId: string
  state: 'asked' | 'received' | 'inspected' | 'closed' | 'declined'
  reason: string
  items: RefundLine[]
  requestedAt: string
  receivedAt: string | null
  inspectedAt: string | null
  inspectionNote: string | null
  closedAt: string | null
  declineReason: string | null
}

export const OPEN_RETURN_STATES = ['asked', 'received', 'inspected'] as const satisfies Return['state'][]

export const isOpenReturn = ({ state }: Pick<Return, 'state'>) =>
  OPEN_RETURN_STATES.some((open) => open === state)
