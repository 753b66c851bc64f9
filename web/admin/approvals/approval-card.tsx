import { ACTION_TITLES } from '#core/approval-rules/approval-texts.ts'
import type { ApprovalRequest, ApprovalState } from '#core/approvals/approval-request.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { StatusDot, type Tone } from '#web/ui/status-dot.tsx'
import { useAdminPath } from '../admin-context.ts'
import { AdminLink } from '../ui/admin-link.tsx'
import { Timestamp } from '../ui/timestamp.tsx'

export type ShownRequest = ApprovalRequest & {
  /** What the person who looks can do with it. */
  mayDecide: boolean
  isOwn: boolean
  mayDownload: boolean
}

export function ApprovalCard({ request }: { request: ShownRequest }) {
  const { id, action, state, requesterEmail, requestedAt, expiresAt, reason, isOwn } = request
  const isWaiting = state === 'requested'
  return (
    <article aria-labelledby={`title-${id}`} className="border-hairline border-b py-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={`title-${id}`} className="font-display text-name">
          {ACTION_TITLES[action]}
        </h2>
        <StatusDot tone={STATE_TONES[state]}>{STATE_LABELS[state]}</StatusDot>
      </div>
      <p className="text-ink-soft">
        {isOwn ? 'Requested by you' : `Requested by ${requesterEmail ?? 'a deleted account'}`},{' '}
        <Timestamp at={requestedAt} showTime />
        {isWaiting && (
          <>
            . Expires <Timestamp at={expiresAt} showTime />
          </>
        )}
      </p>
      <p className="mt-2 max-w-prose">“{reason}”</p>
      <Changes request={request} />
      {!isWaiting && <Decision request={request} />}
      {request.mayDownload && <DownloadExport request={request} />}
      {isWaiting && <DecisionForm request={request} />}
    </article>
  )
}

export const STATE_LABELS: Record<ApprovalState, string> = {
  requested: 'Waiting',
  approved: 'Approved',
  declined: 'Declined',
  expired: 'Expired',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

const STATE_TONES: Record<ApprovalState, Tone> = {
  requested: 'attention',
  approved: 'success',
  declined: 'error',
  expired: 'neutral',
  failed: 'error',
  cancelled: 'neutral',
}

const ORDER_NUMBER = /^#(\w+)/

function Changes({ request: { changes, subject, subjectEmail } }: { request: ApprovalRequest }) {
  return (
    <dl className="mt-3 grid max-w-prose grid-cols-[auto_1fr] gap-x-6 gap-y-1">
      {subjectEmail && (
        <>
          <dt className="text-ink-soft">Account</dt>
          <dd className="min-w-0 break-words">
            <AdminLink to={`users/${subject}`}>{subjectEmail}</AdminLink>
          </dd>
        </>
      )}
      {changes.map(({ label, before, after }) => {
        const number = label === 'Order' && ORDER_NUMBER.exec(after)?.[1]
        return (
          <div key={label} className="contents">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="tabular min-w-0 break-words">
              {before !== undefined && `${before} → `}
              {number ? <AdminLink to={`orders/${number}`}>{after}</AdminLink> : after}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function Decision({ request }: { request: ApprovalRequest }) {
  const { state, deciderEmail, decidedAt, decisionReason, result } = request
  if (!decidedAt) return null
  return (
    <p className="mt-3 max-w-prose text-ink-soft">
      {state === 'failed' ? 'Approved' : STATE_LABELS[state]}
      {deciderEmail && ` by ${deciderEmail}`}, <Timestamp at={decidedAt} showTime />.
      {decisionReason && ` “${decisionReason}”`}
      {result && <span className="text-rosewood"> {result}</span>}
    </p>
  )
}

function DecisionForm({ request: { id, action, isOwn, mayDecide } }: { request: ShownRequest }) {
  const path = useAdminPath()(`approvals/${id}`)
  if (!mayDecide)
    return (
      <div className="mt-3 space-y-2">
        <p>{isOwn ? 'Another person has to approve it.' : 'Only an owner can decide this request.'}</p>
        {isOwn && (
          <ActionForm action={`${path}/cancel`}>
            <SubmitButton variant="secondary">Cancel request</SubmitButton>
          </ActionForm>
        )}
      </div>
    )
  return (
    <ActionForm
      action={`${path}/approve`}
      buttonActions={[`${path}/decline`]}
      noValidate
      className="mt-4 max-w-prose space-y-3"
    >
      <TextareaField
        label={`Your reason (${ACTION_TITLES[action].toLowerCase()})`}
        name="reason"
        rows={2}
        maxLength={500}
        hint="Needed to decline."
      />
      <p className="flex flex-wrap gap-4">
        <SubmitButton>Approve</SubmitButton>
        <SubmitButton variant="secondary" formAction={`${path}/decline`}>
          Decline
        </SubmitButton>
      </p>
    </ActionForm>
  )
}

/** A form of the browser's own, because the response is a file. */
function DownloadExport({ request: { id, subject } }: { request: ShownRequest }) {
  return (
    <form method="post" action={useAdminPath()(`export/${subject}`)} className="mt-3 space-y-2">
      <input type="hidden" name="approval" value={id} />
      <p>You can download it once, within 24 hours of the approval.</p>
      <SubmitButton>Download {subject}</SubmitButton>
    </form>
  )
}
