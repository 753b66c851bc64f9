import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import { sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { type ListPage, listRows, type SortOrder } from '../pagination.ts'
import { CheckedSeal, isAltered, knownSigners, SignedSeal } from './audit-seals.server.ts'

export const SEAL_STATUSES = ['verified', 'altered', 'unknown_signer'] as const

export const ListedSeal = z.strictObject({
  ...SignedSeal.shape,
  signedAt: z.date(),
  /** Whether the log still has this seal, and this store signed it. */
  status: z.enum(SEAL_STATUSES),
})
export type ListedSeal = z.infer<typeof ListedSeal>

const SealRow = z.strictObject({ ...CheckedSeal.shape, signedAt: z.date() })

const BY_PLACE: SortOrder<z.infer<typeof SealRow>> = {
  column: sql`g.place`,
  id: sql`g.signer`,
  type: 'bigint',
  descending: true,
  toCursor: ({ place, signer }) => ({ value: place, id: signer }),
}

type SealQuery = { cursor?: string; limit?: number /** In UTC. */; day?: string }

/** Newest first. */
export async function listSignedSeals(
  ctx: Context,
  { day, ...pageQuery }: SealQuery,
): Promise<ListPage<ListedSeal>> {
  requirePermission(ctx.actor, 'audit.view')
  const signers = knownSigners(ctx.settings)
  const { rows, ...page } = await listRows(ctx.db, SealRow, pageQuery, {
    select: sql`
      select g.place, g.entry_id as "entryId", g.hash, g.signer, g.signature, g.signed_at as "signedAt", s.hash as current
      from audit_signed_seals g left join audit_seals s on s.place = g.place and s.entry_id = g.entry_id`,
    sorts: { newest: BY_PLACE },
    condition: day ? sql`(g.signed_at at time zone 'UTC')::date = ${day}::date` : undefined,
  })
  const seals = rows.map((row): ListedSeal => {
    const { current, ...seal } = row
    const status = isAltered(row) ? 'altered' : signers.includes(seal.signer) ? 'verified' : 'unknown_signer'
    return { ...seal, status }
  })
  return { ...page, rows: seals }
}
