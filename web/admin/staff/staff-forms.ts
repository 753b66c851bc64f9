import { redirect } from 'react-router'
import { z } from 'zod'
import { Email } from '#core/accounts/account.ts'
import { inviteStaff, resendInvitation, revokeInvitation } from '#core/accounts/staff/invitations.server.ts'
import { changeStaffRole } from '#core/accounts/staff/staff.server.ts'
import { STAFF_ROLES } from '#core/permissions/staff-roles.ts'
import { readOwnerProof } from '#web/account/security/owner-proof.ts'
import { invalidForm } from '#web/forms/form-result.ts'
import { adminBasePath } from '../admin-context.ts'
import type { AdminForm } from '../admin-route.ts'
import { runWithApproval } from '../approvals/run-with-approval.ts'
import { NO_ROLE } from './no-role.ts'

const Invitation = z.object({
  email: Email,
  staffRole: z.enum(STAFF_ROLES, 'Choose a role.'),
})
const RoleChange = z.object({ role: z.enum([...STAFF_ROLES, NO_ROLE]) })

/** Keyed by the path of each form in routes.ts. */
export const STAFF_FORMS: Record<string, AdminForm> = {
  invitations: async ({ ctx, context, form }) => {
    const invitation = Invitation.safeParse(Object.fromEntries(form))
    if (!invitation.success) return invalidForm(form, invitation.error)
    return runWithApproval(ctx, form, 'staff-invited', () =>
      inviteStaff(ctx, invitation.data, readOwnerProof(context, form)),
    )
  },
  'invitations/:id/resend': async ({ ctx, context, form, params: { id = '' } }) => {
    await resendInvitation(ctx, id, readOwnerProof(context, form))
    return 'staff-invited'
  },
  'invitations/:id/revoke': async ({ ctx, params: { id = '' } }) => {
    await revokeInvitation(ctx, id)
    return 'invitation-revoked'
  },
  ':id/role': async ({ ctx, context, form, params: { id = '' }, url }) => {
    const { role } = RoleChange.parse(Object.fromEntries(form))
    // A page of its own says what ends with it.
    if (role === NO_ROLE) return redirect(`${adminBasePath(url)}/staff/${id}/removal`)
    // The page asks who is there.
    if (!form.has('confirmed')) return { values: { role }, status: 200 }
    return runWithApproval(ctx, form, 'role-updated', () =>
      changeStaffRole(ctx, { id, staffRole: role }, readOwnerProof(context, form)),
    )
  },
}
