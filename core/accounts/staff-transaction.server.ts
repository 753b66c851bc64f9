import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { query } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { ROLES, STAFF_ROLES } from './account.ts'
import { type Permission, requirePermission } from './permissions.ts'

const CurrentRole = z.strictObject({ role: z.enum(ROLES), staffRole: z.enum(STAFF_ROLES).nullable() })

/** Refuses someone whose role was changed since the request began. The role can't change until the transaction ends. */
export async function requireCurrentPermission(ctx: Context, tx: Db, permission: Permission): Promise<void> {
  const actor = requirePermission(ctx.actor, permission)
  const [current] = await query(tx, CurrentRole)`
    select role, staff_role as "staffRole" from profiles where id = ${actor.id} for share`
  requirePermission({ ...actor, ...(current ?? { role: 'user', staffRole: null }) }, permission)
}
