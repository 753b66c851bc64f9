import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn } from '#db/sql.ts'
import { findImport, type ProductImport } from './imports.server.ts'
import { importPath } from './product-import.ts'

/** Starts a checked import once. Starting a running import again only enqueues its job again, in case it was lost. */
export async function startImport(ctx: Context, id: string): Promise<ProductImport> {
  await staffTransaction(ctx, 'products.edit', async (tx, { id: startedBy }) => {
    const isStarting = await execute(tx)`
      update product_imports
      set state = 'running', started_by = ${startedBy}, started_at = now(), request_id = ${ctx.requestId}
      where id = ${id} and state = 'checked'`
    const [options] = await query(tx, ChosenOptions)`
      select coalesce((options ->> 'takeStock')::boolean, false) as "takesStock",
        format = 'pictures' or coalesce((options ->> 'fetchPictures')::boolean, false) as "addsPictures"
      from product_imports where id = ${id}`
    if (options?.takesStock) requirePermission(ctx.actor, 'stock.edit')
    if (options?.addsPictures) requirePermission(ctx.actor, 'media.edit')
    const { state, format } = await findImport({ ...ctx, db: tx }, id)
    if (state === 'checking')
      throw new Refusal('conflict', 'The file is still being checked. Try again soon.')
    if (state === 'failed') throw new Refusal('conflict', 'This file couldn’t be read. Upload it again.')
    // The pictures of a ZIP are read from it later.
    if (isStarting && format !== 'pictures')
      await enqueueJob(tx, 'remove-files', { paths: [importPath(id)], pictureId: null })
    if (state === 'running') await enqueueJob(tx, 'import-products', { id }, { key: `import:${id}` })
  })
  return findImport(ctx, id)
}

const ChosenOptions = z.strictObject({ takesStock: z.boolean(), addsPictures: z.boolean() })

/** The audit log keeps what an import changed. The file of an import that was never started goes with it. */
export async function deleteOldImports(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const ids = await queryColumn(tx, z.string())`
      delete from product_imports where state <> 'running' and created_at < now() - interval '7 days' returning id`
    if (ids.length) await enqueueJob(tx, 'remove-files', { paths: ids.map(importPath), pictureId: null })
  })
}
