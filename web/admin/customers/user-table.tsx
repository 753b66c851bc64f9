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
  { name: '', title: 'Everybody' },
  { name: 'admin', title: 'Admins' },
  { name: 'blocked', title: 'Blocked' },
]

type Props = {
  label: string
  columns: Column<Profile>[]
  users: { rows: Profile[]; next: string | null; previous: string | null }
}

/** All profiles, narrowed, sorted and paged; what stands in the columns is the screen's own. */
export function UserTable({ label, columns, users: { rows, next, previous } }: Props) {
  return (
    <>
      <ListToolbar filters={USER_FILTERS} searchBy="e-mail or name" />
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        defaultSort="newest"
        empty="Nobody is like that."
      />
      <Pager next={next} previous={previous} />
    </>
  )
}
