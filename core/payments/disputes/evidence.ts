export type Dispute = {
  id: string
  intentId: string | null
  amount: number
  reason: string
  state: 'open' | 'won' | 'lost'
  /** As the provider calls it, such as `under_review`. */
  status: string
  /** Until when the bank accepts evidence, if it is known. */
  dueBy: Date | null
  /** Some banks accept no evidence. */
  answerable: boolean
}

/** Texts that the bank gets, by the provider’s names. */
export const EVIDENCE_FIELDS = [
  'customer_name',
  'customer_email_address',
  'shipping_address',
  'shipping_carrier',
  'shipping_tracking_number',
  'shipping_date',
  'service_date',
  'product_description',
  'refund_policy_disclosure',
  'uncategorized_text',
] as const
export type EvidenceField = (typeof EVIDENCE_FIELDS)[number]
export type Evidence = Partial<Record<EvidenceField, string>>

export type AnsweredDispute = Dispute & { evidence: Evidence }

export type DisputeCalls = {
  findDispute(id: string): Promise<AnsweredDispute>
  /** The bank gets it at once, and only once. */
  sendEvidence(id: string, evidence: Evidence, key: string): Promise<Dispute>
  /** The dispute is lost. */
  acceptDispute(id: string, key: string): Promise<Dispute>
}

const STATUSES = [
  'warning_needs_response',
  'warning_under_review',
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
]

/** Events may arrive out of order. An open dispute only moves forward: an inquiry may become a dispute. */
export const statusRank = (status: string): number => STATUSES.indexOf(status)

/** Before a dispute, a bank may ask about a payment. No money moves. */
export const isInquiry = (status: string): boolean => status.startsWith('warning_')

/** Appeals need other evidence, so they are answered in the provider’s dashboard. */
export const needsResponse = (status: string): boolean =>
  status === 'needs_response' || status === 'warning_needs_response'
