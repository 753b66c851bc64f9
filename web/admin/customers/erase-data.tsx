import { ApprovalReason } from '../approvals/approval-reason.tsx'
import { useApprovals } from '../approvals/approvals-context.ts'
import { ConfirmDetails } from '../ui/confirm-details.tsx'

type Props = { action: string; question: string }

export function EraseData({ action, question }: Props) {
  const { rules } = useApprovals()
  return (
    <ConfirmDetails
      label="Delete personal data…"
      question={`${question} Do this if they asked for it. Amounts of their orders remain, because the law requires it. This can’t be undone.`}
      action={action}
      confirmLabel="Delete personal data"
    >
      <ApprovalReason
        isNeeded={rules.bulkDeletion}
        note="Deleting a customer’s personal data needs a second person’s approval."
      />
    </ConfirmDetails>
  )
}
