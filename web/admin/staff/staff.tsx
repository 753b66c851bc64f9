import { findOwnerProofs } from '#core/accounts/security/verify-owner.server.ts'
import { listInvitations } from '#core/accounts/staff/invitations.server.ts'
import { listStaff, type StaffMember } from '#core/accounts/staff/staff.server.ts'
import { OwnerProofsContext } from '#web/account/security/owner-form.tsx'
import { usePageResult } from '#web/forms/action-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import type { FormResult } from '#web/forms/form-result.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { Pager } from '#web/ui/lists/pager.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { adminMeta, listQueryFrom, requireAdmin, useAdminPath } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { NOT_PROVIDED } from '../customers/user-table.tsx'
import { AdminLink, CellLink } from '../ui/admin-link.tsx'
import { EmailText } from '../ui/email-text.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Section } from '../ui/section.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/staff'
import { ConfirmStaffRole } from './confirm-staff-role.tsx'
import { InvitationList, InviteForm } from './invitations.tsx'
import { STAFF_FORMS } from './staff-forms.ts'
import { StaffRoleSelect } from './staff-role-select.tsx'

export const meta = adminMeta('Staff')

export async function loader({ context, url, pattern }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const [staff, invitations, proofs] = await refusalToResponse(
    Promise.all([listStaff(ctx, listQueryFrom(url)), listInvitations(ctx), findOwnerProofs(ctx)]),
  )
  return { staff, invitations, proofs, ownId: ctx.actor.id, now: ctx.now }
}

export const action = adminAction(STAFF_FORMS, 'Changes not saved')

const COLUMNS: Column<StaffMember>[] = [
  {
    title: 'Name',
    placement: 'lead',
    cell: ({ id, fullName, email }) => (
      <span className="block wrap-anywhere lg:truncate">
        <CellLink to={`users/${id}`}>{fullName || NOT_PROVIDED}</CellLink>
        <span className="text-ink-soft max-lg:block lg:ml-2">
          <EmailText email={email} />
        </span>
      </span>
    ),
  },
  {
    title: 'Two-step sign-in',
    cell: ({ hasSecondFactor }) => (
      <StatusDot tone={hasSecondFactor ? 'success' : 'attention'}>
        <span>
          <span className="lg:sr-only">Two-step sign-in </span>
          {hasSecondFactor ? 'On' : 'Off'}
        </span>
      </StatusDot>
    ),
  },
  {
    title: 'Last sign-in',
    cell: ({ lastSignInAt }) => (
      <>
        <span className="lg:sr-only">Last sign-in: </span>
        {lastSignInAt ? <Timestamp at={lastSignInAt} showTime /> : 'Not recently'}
      </>
    ),
  },
]

function columnsFor(ownId: string): Column<StaffMember>[] {
  return [
    ...COLUMNS,
    {
      title: 'Role',
      placement: 'side',
      cell: (member) =>
        member.role === 'admin' ? (
          <span className="flex flex-wrap gap-x-4 max-lg:justify-end">
            <AdminLink to="user-management">Owner</AdminLink>
            {member.id !== ownId && (
              <AdminLink to={`staff/${member.id}/removal`}>
                Remove…<span className="sr-only"> {member.email}</span>
              </AdminLink>
            )}
          </span>
        ) : (
          <StaffRoleSelect member={member} />
        ),
    },
  ]
}

export default function Staff({
  loaderData: { staff, invitations, proofs, ownId, now },
}: Route.ComponentProps) {
  const change = useRoleChange(staff.rows)
  return (
    <OwnerProofsContext value={proofs}>
      <ScreenHeader
        title="Staff"
        lead="Each role opens only its part of the back office. Owners can do everything."
      />
      <FormNotice className="mb-4 max-w-prose" />
      <DataTable
        label="Staff"
        columns={columnsFor(ownId)}
        rows={staff.rows}
        defaultSort="oldest"
        empty="No staff yet."
      />
      <Pager next={staff.next} previous={staff.previous} />
      <div className="mt-10 grid gap-x-12 gap-y-10 lg:grid-cols-[1fr_20rem]">
        <Section title="Open invitations">
          <InvitationList invitations={invitations} now={now} />
        </Section>
        <Section title="Invite someone">
          <InviteForm key={invitations[0]?.id} />
        </Section>
      </div>
      {change && <ConfirmStaffRole {...change} />}
    </OwnerProofsContext>
  )
}

/** The change to confirm: just chosen, or refused because of the password. */
function useRoleChange(staff: StaffMember[]) {
  const adminPath = useAdminPath()
  const result = usePageResult<FormResult>()
  const member = staff.find(({ id }) => adminPath(`staff/${id}/role`) === result?.action)
  const role = result?.values?.role
  if (!member || !role || (result?.notice && !result.fields)) return undefined
  return { member, role }
}
