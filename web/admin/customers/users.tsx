import type { Profile } from '#core/accounts/account.ts'
import { listProfiles } from '#core/accounts/profiles.server.ts'
import { BY_DATE, type Column } from '#web/ui/lists/data-table.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { adminMeta } from '../admin-context.ts'
import { listLoader } from '../admin-route.ts'
import { CellLink } from '../ui/admin-link.tsx'
import { ExportLink } from '../ui/export-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/users'
import { roleName } from './role-name.ts'
import { EMAIL_COLUMN, NOT_PROVIDED, UserTable } from './user-table.tsx'

export const meta = adminMeta('Users')

export const loader = listLoader(listProfiles)

function roleLabel(profile: Profile) {
  return profile.blockedAt ? <StatusDot tone="error">Blocked</StatusDot> : roleName(profile)
}

export default function Users({ loaderData }: Route.ComponentProps) {
  const columns: Column<Profile>[] = [
    {
      title: 'Name',
      placement: 'lead',
      cell: ({ id, fullName }) => <CellLink to={`users/${id}`}>{fullName || NOT_PROVIDED}</CellLink>,
    },
    EMAIL_COLUMN,
    { title: 'Role', placement: 'side', cell: roleLabel },
    { title: 'Joined', sorts: BY_DATE, cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
  ]
  return (
    <>
      <ScreenHeader title="Users">
        <ExportLink list="users" />
      </ScreenHeader>
      <UserTable label="Users" columns={columns} users={loaderData} />
    </>
  )
}
