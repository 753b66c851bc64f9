import { Link } from 'react-router'
import type { Profile } from '#core/accounts/account.ts'
import { listProfiles } from '#core/accounts/profiles.server.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { adminMeta, listQueryFrom, requireAdmin, useAdminPath } from '../admin-context.ts'
import { ExportLink } from '../ui/export-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/users'
import { EMAIL_COLUMN, NOT_PROVIDED, UserTable } from './user-table.tsx'

export const meta = adminMeta('Users')

export function loader({ context, url }: Route.LoaderArgs) {
  return refusalToResponse(listProfiles(requireAdmin({ context, url }), listQueryFrom(url)))
}

function roleLabel({ role, blockedAt }: Profile) {
  if (blockedAt) return <StatusDot tone="error">Blocked</StatusDot>
  return role === 'admin' ? 'Admin' : 'User'
}

export default function Users({ loaderData }: Route.ComponentProps) {
  const adminPath = useAdminPath()
  const columns: Column<Profile>[] = [
    {
      title: 'Name',
      placement: 'lead',
      cell: ({ id, fullName }) => (
        <Link to={adminPath(`users/${id}`)} className="link-line inline-flex min-h-6 items-center">
          {fullName || NOT_PROVIDED}
        </Link>
      ),
    },
    EMAIL_COLUMN,
    { title: 'Role', placement: 'side', cell: roleLabel },
    {
      title: 'Joined',
      sorts: ['newest', 'oldest', 'descending'],
      cell: ({ createdAt }) => <Timestamp at={createdAt} />,
    },
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
