import { Form, useActionData } from 'react-router'
import { z } from 'zod'
import { type Profile, ROLES, type Role } from '#core/accounts/account.ts'
import { listProfiles } from '#core/accounts/profiles.server.ts'
import { changeRole, checkRoleChange } from '#core/accounts/roles.server.ts'
import { findOwnerProofs } from '#core/accounts/security/verify-owner.server.ts'
import { runOrRequestApproval } from '#core/approvals/approval-requests.server.ts'
import { readOwnerProof } from '#web/account/security/owner-proof.ts'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { type FormState, fieldText } from '#web/forms/form-result.ts'
import { keepFormOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { UNEXPECTED_ERROR } from '#web/forms/unexpected-error.ts'
import { replyWith, withFormErrors } from '#web/forms/with-form-errors.ts'
import { AutoSubmitSelect } from '#web/ui/fields/auto-submit-select.tsx'
import type { Column } from '#web/ui/lists/data-table.tsx'
import { adminMeta, listQueryFrom, requireAdmin } from '../admin-context.ts'
import { ExportLink } from '../ui/export-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/user-management'
import { ConfirmRoleChange } from './confirm-role-change.tsx'
import { EMAIL_COLUMN, NameCell, NOT_PROVIDED, UserTable } from './user-table.tsx'

export const meta = adminMeta('User Management')

export async function loader({ context, url, pattern }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const [profiles, proofs] = await Promise.all([
    refusalToResponse(listProfiles(ctx, listQueryFrom(url))),
    findOwnerProofs(ctx),
  ])
  return { ...profiles, proofs }
}

const ROLE_NOT_UPDATED = { ...UNEXPECTED_ERROR, title: 'Error updating user role' }

export const clientMiddleware = keepFormOnFailure(ROLE_NOT_UPDATED)

const RoleChange = z.object({ id: z.string(), role: z.enum(ROLES) })

export async function action({ context, request, url, pattern }: Route.ActionArgs) {
  const ctx = requireAdmin({ context, pattern })
  const form = await request.formData()
  const changeSubmittedRole = async () => {
    const { id, role } = RoleChange.parse(Object.fromEntries(form))
    if (!form.has('confirmed')) {
      await checkRoleChange(ctx, { id, role })
      // The page asks who is there.
      return replyWith({ values: { id, role }, status: 200 })
    }
    const { request } = await runOrRequestApproval(ctx, fieldText(form, 'approval_reason'), () =>
      changeRole(ctx, { id, role }, readOwnerProof(context, form)),
    )
    const notice = request ? 'approval-requested' : 'role-updated'
    return redirectWithFlash(context, notice, url.pathname + url.search)
  }
  return withFormErrors(context, ROLE_NOT_UPDATED.title, form, changeSubmittedRole, ROLE_NOT_UPDATED)
}

const COLUMNS: Column<Profile>[] = [
  {
    title: 'Name',
    placement: 'lead',
    cell: ({ fullName }) => <NameCell>{fullName || NOT_PROVIDED}</NameCell>,
  },
  EMAIL_COLUMN,
  { title: 'Role', placement: 'side', cell: (profile) => <RoleSelect profile={profile} /> },
]

export default function UserManagement({ loaderData, actionData }: Route.ComponentProps) {
  const roleChange = findRoleChange(loaderData.rows, actionData)
  return (
    <>
      <ScreenHeader
        title="User Management"
        lead="Admins can view and change everything in the back office. Users can access only their own account."
      >
        <ExportLink list="users" />
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <UserTable label="Roles" columns={COLUMNS} users={loaderData} />
      {roleChange && (
        <ConfirmRoleChange {...roleChange} proofs={loaderData.proofs} errors={actionData?.fields} />
      )}
    </>
  )
}

/** The change to confirm: just chosen, or refused because of the password. */
function findRoleChange(
  profiles: Profile[],
  result: FormState | undefined,
): { profile: Profile; role: Role } | undefined {
  const profile = profiles.find(({ id }) => id === result?.values?.id)
  const role = result?.values?.role
  if (!profile || (role !== 'user' && role !== 'admin') || role === profile.role) return undefined
  return result?.notice && !result.fields ? undefined : { profile, role }
}

const ROLE_OPTIONS = Object.entries({ user: 'User', admin: 'Admin' } satisfies Record<Role, string>)

/** The key remounts the select after a refusal, so that it shows the saved role again. */
function RoleSelect({ profile }: { profile: Profile }) {
  const actionResult = useActionData()
  const { id, email, role } = profile
  return (
    <Form method="post" preventScrollReset className="flex items-center gap-3 max-lg:justify-end">
      <input type="hidden" name="id" value={id} />
      <AutoSubmitSelect
        key={`${role}${actionResult ? JSON.stringify(actionResult) : ''}`}
        name="role"
        aria-label={`Role of ${email}`}
        defaultValue={role}
        options={ROLE_OPTIONS}
        submitLabel="Save"
        buttonHeight="min-h-8"
        className="h-8 cursor-pointer border-control border-b bg-transparent"
      />
    </Form>
  )
}
