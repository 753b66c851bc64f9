import { z } from 'zod'
import { Email, STAFF_ROLES } from '#core/accounts/account.ts'
import { inviteStaff, resendInvitation, revokeInvitation } from '#core/accounts/staff/invitations.server.ts'
import { changeStaffRoleWithPassword } from '#core/accounts/staff/staff.server.ts'
import { type FormResult, invalidForm } from '#web/forms/form-result.ts'
import type { AdminForm, AdminFormArgs } from '../admin-route.ts'
import { NO_ROLE } from './no-role.ts'

const Invitation = z.object({
  email: Email,
  staffRole: z.enum(STAFF_ROLES, 'Choose a role.'),
})
const InvitationId = z.object({ id: z.string() })
const RoleChange = z.object({
  id: z.string(),
  role: z.enum([...STAFF_ROLES, NO_ROLE]),
  password: z.string().optional(),
})

const FORMS: Record<string, AdminForm> = {
  invite: async ({ ctx, form }) => {
    const invitation = Invitation.safeParse(Object.fromEntries(form))
    if (!invitation.success) return invalidForm(form, invitation.error)
    await inviteStaff(ctx, invitation.data)
    return 'staff-invited'
  },
  resend: async ({ ctx, form }) => {
    await resendInvitation(ctx, InvitationId.parse(Object.fromEntries(form)).id)
    return 'staff-invited'
  },
  revoke: async ({ ctx, form }) => {
    await revokeInvitation(ctx, InvitationId.parse(Object.fromEntries(form)).id)
    return 'invitation-revoked'
  },
  role: async ({ ctx, form }) => {
    const { id, role, password } = RoleChange.parse(Object.fromEntries(form))
    // The page asks for the password.
    if (password === undefined) return { values: { id, role }, status: 200 }
    await changeStaffRoleWithPassword(ctx, { id, staffRole: role === NO_ROLE ? null : role, password })
    return 'role-updated'
  },
}

export async function submitStaffForm(args: AdminFormArgs): ReturnType<AdminForm> {
  const submit = FORMS[String(args.form.get('intent'))]
  const unknown: FormResult = { status: 400 }
  return submit ? submit(args) : unknown
}
