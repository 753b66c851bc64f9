import { PUBLISH_STATUSES, type PublishStatus } from '#core/catalog/publish-status.ts'
import { STOCK_REASONS } from '#core/catalog/stock.ts'

export const PUBLISH_STATUS_LABELS: Record<PublishStatus, string> = {
  draft: 'Draft',
  published: 'Published',
  archived: 'Archived',
}

export const PUBLISH_STATUS_OPTIONS = PUBLISH_STATUSES.map(
  (status) => [status, PUBLISH_STATUS_LABELS[status]] as const,
)

const STOCK_REASON_LABELS: Record<string, string> = {
  received: 'Received',
  counted: 'Counted',
  returned: 'Returned',
  held: 'Reserved',
  released: 'Released',
  sold: 'Sold',
  recalled: 'Recalled',
}

export const stockReasonLabel = (reason: string) => STOCK_REASON_LABELS[reason] ?? reason

export const STOCK_REASON_OPTIONS = STOCK_REASONS.map((reason) => [reason, stockReasonLabel(reason)] as const)
