import { listAdverseEvents } from '#core/adverse-events/adverse-events.server.ts'
import { listBatches } from '#core/batches/batches.server.ts'
import { listRecipients } from '#core/batches/recall/recall-recipients.server.ts'
import { defineExport } from './define-export.ts'

export const batchesExport = defineExport(
  ['batch', 'product', 'expires', 'received', 'units received', 'units left', 'recalled', 'recall reason'],
  listBatches,
  ({ number, productName, expiresOn, receivedAt, received, remaining, recalledAt, recallReason }) => [
    number,
    productName,
    expiresOn,
    receivedAt.toISOString(),
    received,
    remaining,
    recalledAt?.toISOString() ?? null,
    recallReason,
  ],
)

export const recipientsExport = defineExport(
  ['order', 'name', 'email', 'country', 'shipped', 'units', 'units returned', 'emailed'],
  listRecipients,
  ({ orderNumber, buyer, email, country, shippedAt, quantity, returned, emailedAt }) => [
    orderNumber,
    buyer,
    email,
    country,
    shippedAt.toISOString(),
    quantity,
    returned,
    emailedAt?.toISOString() ?? null,
  ],
)

export const adverseEventsExport = defineExport(
  [
    ...['received', 'severity', 'product', 'batch', 'order', 'email', 'what happened', 'what was done'],
    ...['reported to the authority', 'recorded by'],
  ],
  listAdverseEvents,
  (event) => [
    event.receivedOn,
    event.severity,
    event.productName,
    event.batchNumber,
    event.orderNumber,
    event.email,
    event.description,
    event.actionTaken,
    event.reportedOn,
    event.createdBy,
  ],
)
