import type { StaffMember } from '#core/accounts/staff/staff.server.ts'
import { STAFF_ROLE_NAMES } from '#core/permissions/staff-roles.ts'
import { ActionForm, usePageResult } from '#web/forms/action-form.tsx'
import { AutoSubmitSelect } from '#web/ui/fields/auto-submit-select.tsx'
import { useAdminPath } from '../admin-context.ts'
import { NO_ROLE } from './no-role.ts'

const ROLE_OPTIONS = Object.entries({ ...STAFF_ROLE_NAMES, [NO_ROLE]: 'Remove from staff…' })

/** The key remounts the select after a refusal, so that it shows the saved role again. */
export function StaffRoleSelect({ member: { id, email, staffRole } }: { member: StaffMember }) {
  const result = usePageResult()
  return (
    <ActionForm
      action={useAdminPath()(`staff/${id}/role`)}
      preventScrollReset
      className="flex items-center gap-3 max-lg:justify-end"
    >
      <AutoSubmitSelect
        key={`${staffRole}${result ? JSON.stringify(result) : ''}`}
        name="role"
        aria-label={`Role of ${email}`}
        defaultValue={staffRole ?? ''}
        options={ROLE_OPTIONS}
        submitLabel="Save"
        buttonHeight="min-h-8"
        className="h-8 cursor-pointer border-control border-b bg-transparent max-sm:w-28"
      />
    </ActionForm>
  )
}
