import { Link } from 'react-router'
import type { Profile } from '#core/accounts/account.ts'
import { listProfiles } from '#core/accounts/profiles.server.ts'
import { refusalToResponse } from '../frame/refused.ts'
import type { Column } from '../ui/data-table.tsx'
import { StatusDot } from '../ui/standing.tsx'
import type { Route } from './+types/users.ts'
import { ExportLink } from './export-link.tsx'
import { Moment } from './moment.tsx'
import { adminOf, askedOf, titled, useOffice } from './office.ts'
import { EMAIL_COLUMN, NOT_PROVIDED, PeopleTable } from './people-table.tsx'
import { ScreenHead } from './screen-head.tsx'

export const meta = titled('Users')

export function loader({ context, url }: Route.LoaderArgs) {
  return refusalToResponse(listProfiles(adminOf({ context, url }), askedOf(url)))
}

function roleOf({ role, blockedAt }: Profile) {
  if (blockedAt) return <StatusDot tone="bad">Blocked</StatusDot>
  return role === 'admin' ? 'Admin' : 'User'
}

export default function Users({ loaderData }: Route.ComponentProps) {
  const office = useOffice()
  const columns: Column<Profile>[] = [
    {
      title: 'Name',
      placement: 'lead',
      cell: ({ id, fullName }) => (
        <Link to={office(`users/${id}`)} className="link-line inline-flex min-h-6 items-center">
          {fullName || NOT_PROVIDED}
        </Link>
      ),
    },
    EMAIL_COLUMN,
    { title: 'Role', placement: 'side', cell: roleOf },
    {
      title: 'Joined',
      sorts: ['newest', 'oldest', 'descending'],
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
  ]
  return (
    <>
      <ScreenHead title="Users">
        <ExportLink list="users" />
      </ScreenHead>
      <PeopleTable label="Users" columns={columns} people={loaderData} />
    </>
  )
}
