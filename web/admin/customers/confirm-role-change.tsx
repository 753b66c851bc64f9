import { useCallback } from 'react'
import { Form, useLocation, useNavigate } from 'react-router'
import type { Profile, Role } from '#core/accounts/account.ts'
import type { OwnerProofs } from '#core/accounts/security/verify-owner.server.ts'
import { OwnerFields, OwnerProofsContext } from '#web/account/security/owner-form.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ActionLink } from '#web/ui/text-link.tsx'
import { ApprovalReason } from '../approvals/approval-reason.tsx'
import { useApprovals } from '../approvals/approvals-context.ts'

type Props = {
  profile: Profile
  role: Role
  proofs: OwnerProofs
  errors: Record<string, string> | undefined
}

/** Rendered by the server after a role was chosen, so it works without scripts. */
export function ConfirmRoleChange({ profile: { id, email }, role, proofs, errors }: Props) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { rules } = useApprovals()
  const to = pathname + search
  // A new function would reopen the dialog on every render, which moves the focus.
  const close = useCallback(
    () => void navigate(to, { replace: true, preventScrollReset: true }),
    [navigate, to],
  )
  return (
    <Dialog
      title={role === 'admin' ? 'Make this user an administrator?' : 'Remove this administrator?'}
      onClose={close}
    >
      <p className="mt-4">
        {role === 'admin'
          ? `${email} will be able to view and change everything in the back office.`
          : `${email} will no longer be able to open the back office.`}{' '}
        We’ll email all administrators.
      </p>
      <Form method="post" preventScrollReset noValidate className="mt-6 space-y-6">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="role" value={role} />
        <input type="hidden" name="confirmed" value="yes" />
        <ApprovalReason isNeeded={rules.roleChanges} error={errors?.approval_reason} />
        <OwnerProofsContext value={proofs}>
          <OwnerFields
            submitLabel="Change role"
            passwordLabel="Your password"
            allFactors
            errors={errors}
            cancel={
              <ActionLink to={to} replace preventScrollReset>
                Cancel
              </ActionLink>
            }
          />
        </OwnerProofsContext>
      </Form>
    </Dialog>
  )
}
