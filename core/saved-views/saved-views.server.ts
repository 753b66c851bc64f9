import { z } from 'zod'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { invalidInput, parseForm, Refusal } from '#core/errors.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { execute, query, sql } from '#db/sql.ts'
import { MAX_SAVED_VIEWS, VIEW_LISTS, type ViewList, viewParams } from './saved-view.ts'

const ViewName = z
  .string()
  .transform((typed) =>
    typed
      .normalize('NFC')
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  )
  .pipe(z.string().min(1, 'Enter a name.').max(40, 'Use at most 40 characters.'))

const SavedView = z.strictObject({
  id: z.int(),
  name: z.string(),
  params: z.string(),
  isShared: z.boolean(),
  version: z.int(),
})
export type SavedView = z.infer<typeof SavedView>

/** The shared ones, then the person's own. */
export async function listSavedViews(ctx: Context, list: ViewList): Promise<SavedView[]> {
  const { id } = requirePermission(ctx.actor, VIEW_LISTS[list])
  return query(ctx.db, SavedView)`
    select id, name, params, owner_id is null as "isShared", version from saved_views
    where list = ${list} and (owner_id is null or owner_id = ${id})
    order by owner_id is not null, lower(name) limit ${2 * MAX_SAVED_VIEWS}`
}

type NewView = { name: string; search: string; isShared: boolean }

export async function saveView(ctx: Context, list: ViewList, { search, isShared, ...view }: NewView) {
  const { id: actorId } = requirePermission(ctx.actor, VIEW_LISTS[list])
  const { name } = parseForm(z.object({ name: ViewName }), view)
  const params = viewParams(search)
  if (params.length > 1000) throw invalidInput('name', 'This search is too long to save. Shorten it first.')
  await staffTransaction(ctx, VIEW_LISTS[list], async (tx) => {
    await refuseDuplicate(
      () => execute(tx)`
        insert into saved_views (list, owner_id, name, params, created_at)
        values (${list}, ${isShared ? null : actorId}, ${name}, ${params}, ${ctx.now})`,
    )
    if (isShared) await writeAudit(ctx, { action: 'settings-view-saved', subject: list }, tx)
  })
  return params
}

export async function renameView(
  ctx: Context,
  list: ViewList,
  view: { id: number; version: number; name: string },
): Promise<void> {
  const { id: actorId } = requirePermission(ctx.actor, VIEW_LISTS[list])
  const { name } = parseForm(z.object({ name: ViewName }), view)
  await staffTransaction(ctx, VIEW_LISTS[list], async (tx) => {
    const renamed = await refuseDuplicate(
      () => execute(tx)`
        update saved_views set name = ${name}, version = version + 1
        where id = ${view.id} and list = ${list} and version = ${view.version} and ${isVisibleTo(actorId)}`,
    )
    if (!renamed) throw new Refusal('conflict', 'Someone else has changed this view. Reload the page.')
    await writeAudit(ctx, { action: 'settings-view-renamed', subject: list }, tx)
  })
}

/** A second click finds nothing left to delete. */
export async function deleteView(ctx: Context, list: ViewList, id: number): Promise<void> {
  await staffTransaction(ctx, VIEW_LISTS[list], async (tx, actor) => {
    const deleted = await execute(tx)`
      delete from saved_views where id = ${id} and list = ${list} and ${isVisibleTo(actor.id)}`
    if (deleted) await writeAudit(ctx, { action: 'settings-view-deleted', subject: list }, tx)
  })
}

const isVisibleTo = (actorId: string) => sql`(owner_id is null or owner_id = ${actorId})`

async function refuseDuplicate<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined
    if (constraint === 'saved_views_name')
      throw invalidInput('name', 'A view with this name exists. Choose another name.')
    if (constraint === 'saved_views_limit')
      throw invalidInput('name', `A list has at most ${MAX_SAVED_VIEWS} saved views. Delete one first.`)
    throw error
  }
}
