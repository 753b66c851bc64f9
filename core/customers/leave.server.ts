import { eq } from 'drizzle-orm'
import { authUsers } from '../accounts/accounts.table.ts'
import { findPasswordHash, isDesignated } from '../accounts/open-account.server.ts'
import { provePassword } from '../accounts/password.server.ts'
import { signedIn } from '../accounts/policy.ts'
import { lockAdmins, refuseWithoutAdmin } from '../accounts/roles.server.ts'
import { listSessions } from '../accounts/sessions.server.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { listAddresses } from './addresses.server.ts'
import { readProfile } from './profile.server.ts'
import { readSettings } from './settings.server.ts'

/** Everything the store knows of whoever asks, as one JSON document. */
export async function downloadMyData(ctx: Context): Promise<Record<string, unknown>> {
  const [profile, addresses, settings, sessions] = await Promise.all([
    readProfile(ctx),
    listAddresses(ctx),
    readSettings(ctx),
    listSessions(ctx),
  ])
  return { madeAt: ctx.now, profile, addresses, settings, sessions }
}

/** Orders keep their amounts, not the person. `password` is null for an account that has none (Google). */
export async function deleteMyAccount(
  ctx: Context,
  { password }: { password: string | null },
): Promise<void> {
  const actor = signedIn(ctx.actor)
  if (isDesignated(ctx, actor.email)) {
    throw new Refusal('conflict', 'The designated administrator’s account can’t be deleted.')
  }
  if (await findPasswordHash(ctx.db, actor.id)) await provePassword(ctx, password ?? '')
  await ctx.db.transaction(async (tx) => {
    const admins = await lockAdmins(tx)
    if (admins.some(({ id }) => id === actor.id)) refuseWithoutAdmin(ctx, admins, actor.id)
    await writeAudit(ctx, { action: 'account-deleted', subject: actor.id }, tx)
    // The profile, addresses, sessions and keys go with it; an order loses its customer and keeps its amounts.
    await tx.delete(authUsers).where(eq(authUsers.id, actor.id))
  })
}
