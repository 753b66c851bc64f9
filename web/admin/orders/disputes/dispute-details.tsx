import type { ReactNode } from 'react'
import { formatMoney } from '#core/money.ts'
import { previewEvidence } from '#core/orders/disputes/assemble-evidence.server.ts'
import {
  canRespond,
  isOverdue,
  isUnanswered,
  type OrderDispute,
  reasonLabel,
} from '#core/orders/disputes/dispute.ts'
import { findDispute } from '#core/orders/disputes/find-disputes.server.ts'
import { isInquiry } from '#core/payments/disputes/evidence.ts'
import { sandboxLibrary } from '#core/payments/payment-library.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { adminMeta, requireAdmin, useAdminPath } from '../../admin-context.ts'
import { adminAction } from '../../admin-route.ts'
import { AdminLink, HeaderLink } from '../../ui/admin-link.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { StatList } from '../../ui/stat-list.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { usePolling } from '../../ui/use-polling.ts'
import type { Route } from './+types/dispute-details'
import { DISPUTE_FORMS } from './dispute-forms.ts'
import { DisputeStatusDot } from './dispute-status.tsx'
import { AcceptDispute, EvidenceForm } from './evidence-form.tsx'
import { EvidencePreview } from './evidence-preview.tsx'

export const meta = adminMeta('Dispute')

export async function loader({ context, pattern, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const dispute = await refusalToResponse(findDispute(ctx, params.id))
  const isAnswerable = canRespond(dispute, ctx.now)
  return {
    dispute,
    isAnswerable,
    isLate: isUnanswered(dispute) && isOverdue(dispute, ctx.now),
    evidence: isAnswerable ? await previewEvidence(ctx, dispute) : dispute.evidence,
    isSandbox: ctx.payments?.library?.publishableKey === sandboxLibrary.publishableKey,
  }
}

export const action = adminAction(DISPUTE_FORMS, 'Not sent')

export default function DisputeDetails({ loaderData }: Route.ComponentProps) {
  const { dispute, isAnswerable, isLate, evidence, isSandbox } = loaderData
  const { id, orderNumber, status, response, failure } = dispute
  const path = useAdminPath()(`orders/disputes/${id}`)
  const isWaiting = dispute.state === 'open' && response !== null
  usePolling(isWaiting && (isSandbox || dispute.sentAt === null))
  return (
    <>
      <ScreenHeader
        title={`${isInquiry(status) ? 'Inquiry' : 'Dispute'} of order #${orderNumber}`}
        lead={<Explanation dispute={dispute} isLate={isLate} />}
      >
        <HeaderLink to="orders/disputes">Disputes</HeaderLink>
        <HeaderLink to={`orders/${orderNumber}`}>Order</HeaderLink>
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <StatList stats={toStats(dispute)} />
      {failure && (
        <p role="status" className="mt-6 max-w-prose border-rosewood border-l-2 pl-5">
          The card provider refused the last response: {failure}
        </p>
      )}
      <div className="mt-8 grid gap-x-12 gap-y-10 xl:grid-cols-2">
        {isAnswerable && <EvidenceForm dispute={dispute} path={path} isSandbox={isSandbox} />}
        {isUnanswered(dispute) && !isAnswerable && !isInquiry(status) && <AcceptDispute path={path} />}
        {evidence && (
          <EvidencePreview title={isAnswerable ? 'Evidence' : 'Evidence that was sent'} evidence={evidence} />
        )}
      </div>
    </>
  )
}

function Explanation({ dispute, isLate }: { dispute: OrderDispute; isLate: boolean }): ReactNode {
  const { state, status, response, sentAt, answerable } = dispute
  if (state === 'won')
    return isInquiry(status)
      ? 'The bank closed its inquiry.'
      : 'The bank decided for you. The payment stays with you.'
  if (state === 'lost') return 'The bank decided for the customer, who has been paid back.'
  if (response && !sentAt)
    return 'The response is being sent to your card provider. If it doesn’t answer, the store tries again by itself.'
  if (response === 'acceptance') return 'You accepted this dispute. Your card provider is closing it.'
  if (response === 'evidence') return 'The bank has your evidence. A decision can take up to three months.'
  if (status.startsWith('appeal_'))
    return 'The decision was appealed. Respond in your card provider’s dashboard.'
  if (isLate) return 'The deadline has passed, so the bank accepts no evidence anymore.'
  if (!answerable) return 'The customer’s bank accepts no evidence for this dispute.'
  if (!isUnanswered(dispute)) return 'The bank is reviewing this dispute. You don’t need to do anything.'
  return isInquiry(status)
    ? 'The customer’s bank asks about this charge. Send evidence, or refund the order, so that it doesn’t become a dispute.'
    : 'Review the evidence, explain why the charge is valid, and send both before the deadline. Without a response, you lose the payment.'
}

function toStats(dispute: OrderDispute): Parameters<typeof StatList>[0]['stats'] {
  const { orderNumber, amount, currency, reason, openedAt, dueBy, closedAt, response, sentAt } = dispute
  const stats: Parameters<typeof StatList>[0]['stats'] = [
    ['Status', <DisputeStatusDot key="status" dispute={dispute} />],
    ['Amount', formatMoney({ amount, currency })],
    ['Reason', reasonLabel(reason)],
    [
      'Order',
      <AdminLink key="order" to={`orders/${orderNumber}`}>
        #{orderNumber}
      </AdminLink>,
    ],
    ['Opened', <Timestamp key="opened" at={openedAt} />],
  ]
  if (closedAt) stats.push(['Closed', <Timestamp key="closed" at={closedAt} />])
  else if (response && sentAt)
    stats.push([response === 'evidence' ? 'Sent' : 'Accepted', <Timestamp key="sent" at={sentAt} showTime />])
  else if (dueBy) stats.push(['Evidence due by', <Timestamp key="due" at={dueBy} />])
  return stats
}
