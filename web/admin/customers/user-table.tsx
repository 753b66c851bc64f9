import type { ReactNode } from 'react'
import type { Profile } from '#core/accounts/account.ts'
import { DataList, type ListPage } from '#web/ui/lists/data-list.tsx'
import type { Column } from '#web/ui/lists/data-table.tsx'

export const NOT_PROVIDED = 'Not provided'

export const EMAIL_COLUMN: Column<Profile> = {
  title: 'Email',
  sorts: ['email', 'email-down', 'ascending'],
  cell: ({ email }) => <span className="block truncate">{email}</span>,
}

/** A name can be of any length, also without spaces. */
export function NameCell({ children }: { children: ReactNode }) {
  return <span className="wrap-anywhere block lg:min-w-40">{children}</span>
}

const USER_FILTERS = Object.entries({ '': 'All', admin: 'Admins', blocked: 'Blocked' })

type Props<User extends Profile> = { label: string; columns: Column<User>[]; users: ListPage<User> }

export function UserTable<User extends Profile>({ label, columns, users }: Props<User>) {
  return (
    <DataList
      label={label}
      filters={USER_FILTERS}
      searchLabel="Search by email or name"
      columns={columns}
      page={users}
      defaultSort="newest"
      empty="No users match."
    />
  )
}
