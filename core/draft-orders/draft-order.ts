/** What its order says about a draft that was sent. */
export const DRAFT_STATUSES = ['draft', 'sent', 'paid', 'expired', 'cancelled'] as const
export type DraftStatus = (typeof DRAFT_STATUSES)[number]

export const DRAFT_STATUS_NAMES: Record<DraftStatus, string> = {
  draft: 'Draft',
  sent: 'Sent',
  paid: 'Paid',
  expired: 'Expired',
  cancelled: 'Cancelled',
}

/** For this long a payment link holds the stock of its order. */
export const PAYMENT_LINK_DAYS = 3

/** The source that orders by staff have in the analytics. */
export const STAFF_SOURCE = 'staff'

export const draftName = (number: number) => `D${number}`
