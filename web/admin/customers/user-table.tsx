import type { Profile } from '#core/accounts/account.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { ListToolbar } from '#web/ui/list-toolbar.tsx'
import { Pager } from '#web/ui/pager.tsx'

export const NOT_PROVIDED = 'Not provided'

export const EMAIL_COLUMN: Column<Profile> = {
  title: 'Email',
  sorts: ['email', 'newest', 'ascending'],
  cell: ({ email }) => <span className="block truncate">{email}</span>,
}

const USER_FILTERS = [
  { name: '', title: 'All' },
  { name: 'admin', title: 'Admins' },
  { name: 'blocked', title: 'Blocked' },
]

type Props = {
  label: string
  columns: Column<Profile>[]
  users: { rows: Profile[]; next: string | null; previous: string | null }
}

export function UserTable({ label, columns, users: { rows, next, previous } }: Props) {
  return (
    <>
      <ListToolbar filters={USER_FILTERS} searchLabel="Search by email or name" />
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        defaultSort="newest"
        empty="No users match."
      />
      <Pager next={next} previous={previous} />
    </>
  )
}
