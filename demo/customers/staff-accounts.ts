import { confirmAccount, findOrCreateAccount } from '#core/accounts/account.server.ts'
import { hashPublishedPassword } from '#core/accounts/passwords/password-hash.ts'
import { store as storeActor } from '#core/context.ts'
import { STAFF_ROLES, type StaffRole } from '#core/permissions/staff-roles.ts'
import { DAY_MS } from '#core/time-units.ts'
import { execute } from '#db/sql.ts'
import { buildContext, type SeedStore } from '../seed-store.ts'

const YEAR_MS = 365 * DAY_MS

const NAMES: Record<StaffRole, string> = {
  manager: 'Maya Lindqvist',
  packer: 'Pablo Reyes',
  editor: 'Edith Marsh',
  bookkeeper: 'Bo Nakamura',
  support: 'Sunita Rao',
}

/** One account for each role. Visitors of the demo sign in as them. */
export async function openStaffAccounts(
  store: SeedStore,
  passwords: Record<StaffRole, string>,
  now: Date,
): Promise<void> {
  const ctx = buildContext(store, storeActor, now.getTime() - YEAR_MS)
  for (const role of STAFF_ROLES) {
    const email = `${role}@eternalbeauty.example`
    const passwordHash = hashPublishedPassword(passwords[role])
    const { id } = await findOrCreateAccount(ctx, ctx.db, { email, fullName: NAMES[role], passwordHash })
    await confirmAccount(ctx, ctx.db, id)
    await execute(ctx.db)`update profiles set staff_role = ${role} where id = ${id}`
  }
}
