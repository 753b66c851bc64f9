import { requirePermission } from '#core/accounts/permissions.ts'
import { staffTransaction } from '#core/accounts/staff-transaction.server.ts'
import type { Context } from '#core/context.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { findImport, type ProductImport } from './imports.server.ts'

/** Starts a checked import once. Starting a running import again only enqueues its job again, in case it was lost. */
export async function startImport(ctx: Context, id: string): Promise<ProductImport> {
  const { id: startedBy } = requirePermission(ctx.actor, 'products.edit')
  await staffTransaction(ctx, 'products.edit', async (tx) => {
    await execute(tx)`
      update product_imports
      set state = 'running', started_by = ${startedBy}, started_at = now(), request_id = ${ctx.requestId}
      where id = ${id} and state = 'checked'`
    const { state } = await findImport({ ...ctx, db: tx }, id)
    if (state === 'running') await enqueueJob(tx, 'take-in-products', { id }, { key: `import:${id}` })
  })
  return findImport(ctx, id)
}

/** The audit log keeps what an import changed. */
export async function deleteOldImports(db: Db): Promise<void> {
  await execute(db)`
    delete from product_imports where state <> 'running' and created_at < now() - interval '7 days'`
}
