import type { ApprovalChange } from '#core/approval-rules/approval.ts'
import { type EmailBlock, type Envelope, renderEmail } from '../email/email-layout.ts'
import type { NewEmail } from '../email/emails.server.ts'

type Request = { title: string; by: string; reason: string; changes: ApprovalChange[]; link: string }

export function approvalRequestedEmail(
  envelope: Envelope,
  { title, by, reason, changes, link }: Request,
): NewEmail {
  return renderEmail(envelope, 'approval-requested', `Approval needed: ${lowerFirst(title)}`, [
    `${by} asks for a second person’s approval.`,
    toDetails([...changes, { label: 'Reason', after: reason }]),
    'Nothing happens until someone approves it. The request expires in 7 days.',
    { link: 'Review the request', to: link },
  ])
}

type Decision = {
  title: string
  outcome: 'approved' | 'declined' | 'failed'
  by: string
  reason: string | null
  result: string | null
  changes: ApprovalChange[]
  link: string
}

export function approvalDecidedEmail(
  envelope: Envelope,
  { title, outcome, by, reason, result, changes, link }: Decision,
): NewEmail {
  const rows = [
    ...changes,
    { label: outcome === 'declined' ? 'Declined by' : 'Approved by', after: by },
    ...(reason ? [{ label: 'Reason', after: reason }] : []),
    ...(result ? [{ label: 'Result', after: result }] : []),
  ]
  const subject = `${OUTCOMES[outcome]}: ${lowerFirst(title)}`
  return renderEmail(envelope, 'approval-decided', subject, [
    EXPLANATIONS[outcome],
    toDetails(rows),
    { link: 'View the request', to: link },
  ])
}

const EXPLANATIONS = {
  approved: 'Your request was approved, and the change has been made.',
  declined: 'Your request was declined. Nothing has changed.',
  failed: 'Your request was approved, but the change couldn’t be made.',
}
const OUTCOMES = { approved: 'Approved', declined: 'Declined', failed: 'Approved, but not possible' }

function toDetails(changes: ApprovalChange[]): EmailBlock {
  return {
    details: changes.map(({ label, before, after }) => [
      label,
      before === undefined ? after : `${before} → ${after}`,
    ]),
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
