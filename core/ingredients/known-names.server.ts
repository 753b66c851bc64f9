import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { query } from '#db/sql.ts'

const KnownName = z.strictObject({ normalized: z.string(), id: z.string(), name: z.string() })

/** By normalized name. */
export async function readKnownNames(db: Db): Promise<Map<string, { id: string; name: string }>> {
  const rows = await query(db, KnownName)`
    select n.name as normalized, s.id, s.name from substance_names n join substances s on s.id = n.substance_id`
  // One object per substance, so that the names in Aqua/Water are known to be of the same.
  const substances = new Map(rows.map(({ id, name }) => [id, { id, name }]))
  return new Map(
    rows.flatMap(({ normalized, id }) => {
      const substance = substances.get(id)
      return substance ? [[normalized, substance] as const] : []
    }),
  )
}
