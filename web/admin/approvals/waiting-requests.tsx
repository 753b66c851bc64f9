import { ACTION_TITLES } from '#core/approval-rules/approval-texts.ts'
import type { ApprovalRequest } from '#core/approvals/approval-request.ts'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { AdminLink } from '../ui/admin-link.tsx'

/** On the page that the requests are about. */
export function WaitingRequests({ requests }: { requests: ApprovalRequest[] }) {
  if (!requests.length) return null
  return (
    <ul aria-label="Waiting for approval" className="my-4 border-metal border-l-2 pl-4">
      {requests.map(({ id, action, requesterEmail }) => (
        <li key={id} className="flex min-h-9 flex-wrap items-center gap-x-4">
          <StatusDot tone="attention">Waiting for approval</StatusDot>
          <span>
            {ACTION_TITLES[action]}
            {requesterEmail && `, requested by ${requesterEmail}`}
          </span>
          <AdminLink to={`approvals/${id}`}>
            View request<span className="sr-only"> {ACTION_TITLES[action]}</span>
          </AdminLink>
        </li>
      ))}
    </ul>
  )
}
