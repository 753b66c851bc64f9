import type { ActionFunctionArgs } from 'react-router'
import type { ListPage, ListQuery } from '#core/pagination.ts'
import type { FormResult } from '../forms/form-result.ts'
import { type FormHandler, handleForm } from '../forms/handle-form.ts'
import { refusalToResponse } from '../forms/refusal-response.ts'
import { type AdminContext, type AdminListArgs, listQueryFrom, requireAdmin } from './admin-context.ts'

/** The loader of a screen that shows one list. */
export function listLoader<Page extends ListPage<unknown>>(
  list: (ctx: AdminContext, query: ListQuery) => Promise<Page>,
) {
  return ({ context, url, pattern }: AdminListArgs) =>
    refusalToResponse(list(requireAdmin({ context, pattern }), listQueryFrom(url)))
}

export type AdminForm<Result extends FormResult = FormResult> = FormHandler<{ ctx: AdminContext }, Result>
export type AdminFormArgs = Parameters<AdminForm>[0]

/** The action of a screen, with its forms by their path. */
export function adminAction<Result extends FormResult>(
  handlers: Record<string, AdminForm<Result>>,
  errorTitle: string | ((args: ActionFunctionArgs) => string),
  { keepQuery = false } = {},
) {
  return (args: ActionFunctionArgs) =>
    handleForm(args, {
      input: { ctx: requireAdmin(args) },
      handlers,
      errorTitle: typeof errorTitle === 'string' ? errorTitle : errorTitle(args),
      keepQuery,
    })
}
