import { useAdminPath } from '../admin-context.ts'
import { ApprovalReason } from '../approvals/approval-reason.tsx'
import { useApprovals } from '../approvals/approvals-context.ts'
import { ConfirmDetails } from '../ui/confirm-details.tsx'

export function DeleteSelectedFiles({ folder }: { folder: 'media' | 'uploads' }) {
  const adminPath = useAdminPath()
  const { rules } = useApprovals()
  return (
    <div className="sticky bottom-0 hidden border-hairline border-t bg-white py-2 [main:has([name=id]:checked)_&]:block">
      <ConfirmDetails
        id="bulk"
        label="Delete selected…"
        question="Are you sure you want to delete these files? They’ll be removed from any products and pages that use them."
        action={adminPath(`${folder}/delete-selected`)}
        confirmLabel="Delete files"
      >
        <ApprovalReason
          isNeeded={rules.bulkDeletion}
          note="Deleting several files at once needs a second person’s approval."
        />
      </ConfirmDetails>
    </div>
  )
}
