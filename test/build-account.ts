import { setPassword } from '#core/accounts/account.server.ts'
import { newId } from '#core/ids.ts'
import type { StaffRole } from '#core/permissions/staff-roles.ts'
import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { fastHashing } from './context.ts'

export const PASSWORD = 'quiet orchard'

export type AccountDraft = {
  email?: string
  role?: 'user' | 'admin'
  staffRole?: StaffRole | null
  confirmed?: boolean
  password?: string
  isDemo?: boolean
  /** By default of the password, and fast to verify. */
  passwordHash?: string
}

let accountCount = 0

/** By default the account has confirmed its email. */
export async function buildAccount(
  db: Db,
  {
    email = `grace${++accountCount}@orchard.example`,
    role = 'user',
    staffRole = null,
    confirmed = true,
    password = PASSWORD,
    isDemo = false,
    passwordHash,
  }: AccountDraft = {},
) {
  const id = newId('profile')
  await execute(db)`
    insert into auth_users (id, email, name, email_verified) values (${id}, ${email}, 'Grace', ${confirmed})`
  await execute(db)`
    insert into profiles (id, email, full_name, role, staff_role, is_demo)
    values (${id}, ${email}, 'Grace', ${role}, ${staffRole}, ${isDemo})`
  await setPassword(db, id, passwordHash ?? (await fastHashing.hash(password)))
  return { id, email, password }
}
