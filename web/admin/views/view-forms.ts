import { Refusal } from '#core/errors.ts'
import type { ListPage, ListQuery } from '#core/pagination.ts'
import { type ViewList, viewParams } from '#core/saved-views/saved-view.ts'
import { deleteView, listSavedViews, renameView, saveView } from '#core/saved-views/saved-views.server.ts'
import { replaceWithFlash } from '#web/forms/flash.ts'
import { fieldText } from '#web/forms/form-result.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { type AdminContext, type AdminListArgs, listQueryFrom, requireAdmin } from '../admin-context.ts'
import type { AdminFormArgs } from '../admin-route.ts'

/** The loader of a list with saved views. */
export function viewLoader<Item>(
  name: ViewList,
  list: (ctx: AdminContext, query: ListQuery) => Promise<ListPage<Item>>,
) {
  return async ({ context, url, pattern }: AdminListArgs) => {
    const ctx = requireAdmin({ context, pattern })
    const [page, views] = await refusalToResponse(
      Promise.all([list(ctx, listQueryFrom(url)), listSavedViews(ctx, name)]),
    )
    return { ...page, views }
  }
}

export const isViewForm = (form: FormData) => form.has('view')

/** The forms of saved views, which post to their list. */
export async function changeViews(
  list: ViewList,
  { ctx, form, context, url }: AdminFormArgs,
): Promise<Response> {
  const back = (params: string) => `${url.pathname}?${params}`
  const id = Number(fieldText(form, 'id'))
  switch (form.get('view')) {
    case 'save': {
      const view = {
        name: fieldText(form, 'name'),
        search: fieldText(form, 'search'),
        isShared: form.has('shared'),
      }
      return replaceWithFlash(context, 'view-saved', back(await saveView(ctx, list, view)))
    }
    case 'rename':
      await renameView(ctx, list, {
        id,
        version: Number(fieldText(form, 'version')),
        name: fieldText(form, 'name'),
      })
      return replaceWithFlash(context, 'view-saved', back(viewParams(url.search)))
    case 'delete':
      await deleteView(ctx, list, id)
      return replaceWithFlash(context, 'view-deleted', url.pathname)
    default:
      throw new Refusal('invalid_input', 'Choose what to do with the view.')
  }
}
