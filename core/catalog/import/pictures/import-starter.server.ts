import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { query } from '#db/sql.ts'

/** Who the audit log names. */
export async function findImportStarter(db: Db, importId: string): Promise<ImportStarter> {
  const [starter] = await query(db, ImportStarter)`
    select started_by as "startedBy", request_id as "requestId" from product_imports where id = ${importId}`
  return starter ?? { startedBy: null, requestId: null }
}

const ImportStarter = z.strictObject({ startedBy: z.string().nullable(), requestId: z.string().nullable() })
export type ImportStarter = z.infer<typeof ImportStarter>
