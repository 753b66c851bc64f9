import { type ListedProfile, listProfiles } from '#core/accounts/profiles.server.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { BY_DATE, type Column } from '#web/ui/lists/data-table.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { adminMeta } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { CellLink, HeaderLink } from '../ui/admin-link.tsx'
import { Can } from '../ui/can.tsx'
import { ExportLink } from '../ui/export-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { TagFilter, TagLinks } from '../ui/tags.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { SavedViews } from '../views/saved-views.tsx'
import { changeViews, viewLoader } from '../views/view-forms.ts'
import type { Route } from './+types/users'
import { roleName } from './role-name.ts'
import { EMAIL_COLUMN, NameCell, NOT_PROVIDED, UserTable } from './user-table.tsx'

export const meta = adminMeta('Users')

export const loader = viewLoader('users', listProfiles)

export const action = adminAction(
  { '': (args) => changeViews('users', args) },
  'Couldn’t change the saved views',
)

function roleLabel(profile: ListedProfile) {
  return profile.blockedAt ? <StatusDot tone="error">Blocked</StatusDot> : roleName(profile)
}

const TAGS_COLUMN: Column<ListedProfile> = { title: 'Tags', cell: ({ tags }) => <TagLinks tags={tags} /> }

export default function Users({ loaderData }: Route.ComponentProps) {
  const columns: Column<ListedProfile>[] = [
    {
      title: 'Name',
      placement: 'lead',
      cell: ({ id, fullName }) => (
        <NameCell>
          <CellLink to={`users/${id}`}>{fullName || NOT_PROVIDED}</CellLink>
        </NameCell>
      ),
    },
    EMAIL_COLUMN,
    { title: 'Role', placement: 'side', cell: roleLabel },
    ...(loaderData.rows.some(({ tags }) => tags.length > 0) ? [TAGS_COLUMN] : []),
    { title: 'Joined', sorts: BY_DATE, cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
  ]
  return (
    <>
      <ScreenHeader title="Users" beside={<SavedViews views={loaderData.views} />}>
        <HeaderLink to="adverse-events">Adverse events</HeaderLink>
        <ExportLink list="users" />
        <Can to="customers.edit">
          <HeaderLink to="users/import">Import CSV</HeaderLink>
        </Can>
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <TagFilter />
      <UserTable label="Users" columns={columns} users={loaderData} />
    </>
  )
}
