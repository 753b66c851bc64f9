import type { StaffInvitation } from '#core/accounts/staff/invitations.server.ts'
import { STAFF_ROLE_NAMES } from '#core/permissions/staff-roles.ts'
import { OwnerFields } from '#web/account/security/owner-form.tsx'
import { ActionForm } from '#web/forms/action-form.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextButton } from '#web/ui/form-buttons.tsx'
import { useAdminPath } from '../admin-context.ts'
import { ApprovalReason } from '../approvals/approval-reason.tsx'
import { useApprovals } from '../approvals/approvals-context.ts'
import { ConfirmedForm } from '../integrations/confirmed-form.tsx'
import { Timestamp } from '../ui/timestamp.tsx'

const ROLE_OPTIONS = Object.entries({ '': 'Choose a role', ...STAFF_ROLE_NAMES })

export function InviteForm() {
  return (
    <ActionForm action={useAdminPath()('staff/invitations')} noValidate className="space-y-4">
      <Field label="Email" name="email" type="email" autoComplete="off" />
      <Select label="Role" name="staffRole" options={ROLE_OPTIONS} />
      <ApprovalReason isNeeded={useApprovals().rules.roleChanges} />
      <OwnerFields submitLabel="Send invitation" passwordLabel="Your password" allFactors />
    </ActionForm>
  )
}

type ListProps = { invitations: StaffInvitation[]; now: Date }

export function InvitationList({ invitations, now }: ListProps) {
  if (!invitations.length)
    return <p className="border-hairline border-y py-3 text-ink-soft">No open invitations.</p>
  return (
    <ul className="border-hairline border-t">
      {invitations.map((invitation) => (
        <InvitationRow key={invitation.id} invitation={invitation} isExpired={invitation.expiresAt <= now} />
      ))}
    </ul>
  )
}

function InvitationRow({ invitation, isExpired }: { invitation: StaffInvitation; isExpired: boolean }) {
  const { id, email, staffRole, expiresAt } = invitation
  const path = useAdminPath()(`staff/invitations/${id}`)
  return (
    <li className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-hairline border-b py-2">
      <span className="min-w-0 grow break-words">
        {email} · {STAFF_ROLE_NAMES[staffRole]}
        <span className="block text-ink-soft">
          {isExpired ? 'Expired ' : 'Expires '}
          <Timestamp at={expiresAt} showTime />
        </span>
      </span>
      <ActionForm action={`${path}/revoke`} preventScrollReset>
        <TextButton>
          Revoke<span className="sr-only"> the invitation of {email}</span>
        </TextButton>
      </ActionForm>
      <ConfirmedForm
        action={`${path}/resend`}
        label="Resend"
        subject={`the invitation of ${email}`}
        submitLabel="Send again"
        asksForOwner
      >
        The email has a new link. The earlier one stops working.
      </ConfirmedForm>
    </li>
  )
}
