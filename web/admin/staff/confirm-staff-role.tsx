import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { StaffMember } from '#core/accounts/staff/staff.server.ts'
import { STAFF_ROLE_NAMES } from '#core/permissions/staff-roles.ts'
import { OwnerFields } from '#web/account/security/owner-form.tsx'
import { ActionForm } from '#web/forms/action-form.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ActionLink } from '#web/ui/text-link.tsx'
import { useAdminPath } from '../admin-context.ts'
import { ApprovalReason } from '../approvals/approval-reason.tsx'
import { useApprovals } from '../approvals/approvals-context.ts'

type Props = { member: StaffMember; role: string }

/** Rendered by the server after a role was chosen, so it works without scripts. */
export function ConfirmStaffRole({ member: { id, email }, role }: Props) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const { rules } = useApprovals()
  const adminPath = useAdminPath()
  const to = adminPath('staff') + search
  // A new function would reopen the dialog on every render, which moves the focus.
  const close = useCallback(
    () => void navigate(to, { replace: true, preventScrollReset: true }),
    [navigate, to],
  )
  const roleName = Object.entries(STAFF_ROLE_NAMES).find(([name]) => name === role)?.[1]
  return (
    <Dialog title={`Change the role to ${roleName}?`} onClose={close}>
      <p className="mt-4">
        {email} will see what this role includes, and nothing else. They’re signed out everywhere, and we’ll
        email them.
      </p>
      <ActionForm
        action={adminPath(`staff/${id}/role`)}
        preventScrollReset
        noValidate
        className="mt-6 space-y-6"
      >
        <input type="hidden" name="role" value={role} />
        <input type="hidden" name="confirmed" value="yes" />
        <ApprovalReason isNeeded={rules.roleChanges} />
        <OwnerFields
          submitLabel="Change role"
          passwordLabel="Your password"
          allFactors
          cancel={
            <ActionLink to={to} replace preventScrollReset>
              Cancel
            </ActionLink>
          }
        />
      </ActionForm>
    </Dialog>
  )
}
