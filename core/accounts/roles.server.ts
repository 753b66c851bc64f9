import { asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import type { Profile, Role } from './account.ts'
import { profiles } from './accounts.table.ts'
import { isDesignated } from './open-account.server.ts'
import { ADMINS_ONLY, insist, mayChangeRole, maySeeProfiles } from './policy.ts'

const PROFILE = {
  id: profiles.id,
  email: profiles.email,
  fullName: profiles.fullName,
  phone: profiles.phone,
  dateOfBirth: profiles.dateOfBirth,
  role: profiles.role,
  createdAt: profiles.createdAt,
  updatedAt: profiles.updatedAt,
}

type Page = { limit: number; cursor?: string }

/** Everybody, the newest first. */
export async function listProfiles(
  ctx: Context,
  { limit, cursor }: Page,
): Promise<{ profiles: Profile[]; nextCursor: string | null }> {
  insist(maySeeProfiles, ctx.actor)
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const rows = await ctx.db
    .select(PROFILE)
    .from(profiles)
    .where(after && sql`(${profiles.createdAt}, ${profiles.id}) < (${after.at}::timestamptz, ${after.id})`)
    .orderBy(desc(profiles.createdAt), desc(profiles.id))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { profiles: page, nextCursor: rows.length > limit && last ? writeCursor(last) : null }
}

export async function findProfile(db: Db, id: string): Promise<Profile | undefined> {
  const [profile] = await db.select(PROFILE).from(profiles).where(eq(profiles.id, id))
  return profile
}

export const DESIGNATED_STAYS =
  'The designated administrator stays one: the store would promote it again at its next sign-in.'
export const LAST_ADMIN_STAYS = 'This is the last administrator. Make somebody else one first.'

/** Never the last administrator, never the designated one; both refusals say why. */
export async function changeRole(ctx: Context, { id, role }: { id: string; role: Role }): Promise<Profile> {
  const actor = insist(mayChangeRole, ctx.actor)
  return ctx.db.transaction(async (tx) => {
    // All of them are held, so that of two who demote each other one waits, and then is none any more.
    const admins = await lockAdmins(tx)
    if (!admins.some((admin) => admin.id === actor.id)) throw new Refusal('forbidden', ADMINS_ONLY)
    const before = await findProfile(tx, id)
    if (!before) throw new Refusal('not_found', 'There is no such profile.')
    if (before.role === role) return before
    if (role === 'user') {
      if (isDesignated(ctx, before.email)) throw new Refusal('conflict', DESIGNATED_STAYS)
      refuseWithoutAdmin(ctx, admins, id)
    }
    const [after] = await tx
      .update(profiles)
      .set({ role, updatedAt: sql`now()` })
      .where(eq(profiles.id, id))
      .returning(PROFILE)
    if (!after) throw new Error('The profile was gone before its role was changed')
    const deed = { action: 'role-changed', subject: id, before: { role: before.role }, after: { role } }
    await writeAudit(ctx, deed, tx)
    return after
  })
}

export type Admin = { id: string; isDemo: boolean }

export function lockAdmins(db: Db): Promise<Admin[]> {
  return db
    .select({ id: profiles.id, isDemo: profiles.isDemo })
    .from(profiles)
    .where(eq(profiles.role, 'admin'))
    .orderBy(asc(profiles.id))
    .for('update')
}

/** Somebody who can sign in must be left. */
export function refuseWithoutAdmin(ctx: Context, admins: Admin[], leaving: string): void {
  const left = admins.filter((admin) => admin.id !== leaving && !(admin.isDemo && ctx.house.demo === 'off'))
  if (!left.length) throw new Refusal('conflict', LAST_ADMIN_STAYS)
}

function writeCursor({ createdAt, id }: Profile): string {
  return Buffer.from(JSON.stringify([createdAt.toISOString(), id])).toString('base64url')
}

function readCursor(cursor: string): { at: string; id: string } {
  try {
    const [at, id]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (typeof at === 'string' && typeof id === 'string' && !Number.isNaN(Date.parse(at))) return { at, id }
  } catch {}
  throw new Refusal('invalid_input', 'This page is not one of the list’s. Start again from the first.', {
    cursor: 'Use a next_cursor that this list gave.',
  })
}
