import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { type ListPage, type ListQuery, likePattern, listRows, type SortOrder } from '#core/pagination.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { execute, sql } from '#db/sql.ts'
import { findImport } from '../imports.server.ts'
import { IMPORT_PICTURE_STATES } from '../product-import.ts'
import { enqueuePictures } from './enqueue-pictures.server.ts'

export async function listImportPictures(
  ctx: Context,
  id: string,
  listQuery: ListQuery,
): Promise<ListPage<ImportPicture>> {
  await findImport(ctx, id)
  const state = IMPORT_PICTURE_STATES.find((known) => known === listQuery.filter)
  const filter = state ? sql`p.state = ${state}` : sql`true`
  const matches = listQuery.search
    ? sql`lower(r.name || ' ' || r.slug || ' ' || p.source) like ${likePattern(listQuery.search)}`
    : sql`true`
  return listRows(ctx.db, ImportPicture, listQuery, {
    select: sql`select p.line, p.number, r.slug, r.name, p.source, p.alt, p.state, p.problem, p.picture_id as "pictureId"
      from product_import_pictures p join product_import_rows r on r.import_id = p.import_id and r.line = p.line`,
    sorts: { line: BY_LINE },
    condition: sql`p.import_id = ${id} and ${filter} and ${matches}`,
  })
}

const ImportPicture = z.strictObject({
  line: z.int(),
  number: z.int(),
  slug: z.string(),
  name: z.string(),
  source: z.string(),
  alt: z.string(),
  state: z.enum(IMPORT_PICTURE_STATES),
  problem: z.string().nullable(),
  pictureId: z.string().nullable(),
})
export type ImportPicture = z.infer<typeof ImportPicture>

const BY_LINE: SortOrder<ImportPicture> = {
  column: sql`p.line::bigint * 1000 + p.number`,
  id: sql`p.source`,
  type: 'bigint',
  toCursor: ({ line, number, source }) => ({ value: line * 1000 + number, id: source }),
}

/** Fetches the failed pictures again: the start of the import required the permission for files. Returns how many. */
export async function retryImportPictures(ctx: Context, id: string): Promise<number> {
  return staffTransaction(ctx, 'products.edit', async (tx) => {
    const { state } = await findImport({ ...ctx, db: tx }, id)
    if (state !== 'done') return 0
    const retried = await execute(tx)`
      update product_import_pictures set state = 'pending', problem = null, attempts = 0, claimed_until = null
      where import_id = ${id} and state = 'failed'`
    // Also if none failed, in case the job was lost.
    await enqueuePictures(tx, id)
    return retried
  })
}
