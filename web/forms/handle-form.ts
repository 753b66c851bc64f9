import { type ActionFunctionArgs, data, redirect } from 'react-router'
import type { RouterContext } from '../request-context.ts'
import type { Notice } from '../ui/toast/toast.tsx'
import { replaceWithFlash } from './flash.ts'
import type { FormResult } from './form-result.ts'
import type { NoticeName } from './notices.ts'
import { withFormErrors } from './with-form-errors.ts'

type FormArgs = Pick<ActionFunctionArgs, 'params' | 'url'> & { context: RouterContext; form: FormData }

/** Returns the notice to show on the page, a result to show in it, or a redirect elsewhere. */
export type FormHandler<Input, Result extends FormResult = FormResult> = (
  input: Input & FormArgs,
) => Promise<NoticeName | Result | Response>

type FormOptions<Input, Result extends FormResult> = {
  /** What handlers need besides the form, such as the context of an authorized user. */
  input: Input
  /** Keyed by the path of the form below its page in routes.ts. The page's own form has the key ''. */
  handlers: Record<string, FormHandler<Input, Result>>
  errorTitle: string
  unexpectedError?: Notice
  /** Keeps the page's list and filters after a notice. */
  keepQuery?: boolean
}

/** Runs the form whose URL the request was sent to. */
export async function handleForm<Input, Result extends FormResult>(
  { context, request, url, params, pattern }: ActionFunctionArgs,
  { input, handlers, errorTitle, unexpectedError, keepQuery = false }: FormOptions<Input, Result>,
) {
  const path = Object.keys(handlers).find((name) => name && pattern.endsWith(`/${name}`)) ?? ''
  const handler = handlers[path]
  if (!handler) return redirect(url.pathname + url.search)
  const form = await request.formData()
  const submit = async () => {
    const reply = await handler({ ...input, context, form, params, url })
    if (reply instanceof Response) return reply
    if (typeof reply !== 'string') return data(reply, { status: reply.status })
    return replaceWithFlash(context, reply, pagePath(url, path) + (keepQuery ? url.search : ''))
  }
  const reply = await withFormErrors(context, errorTitle, form, submit, unexpectedError)
  return reply instanceof Response ? reply : data({ ...reply.data, action: url.pathname }, reply.init ?? {})
}

function pagePath({ pathname }: URL, formPath: string): string {
  const segments = pathname.split('/')
  return formPath ? segments.slice(0, -formPath.split('/').length).join('/') : pathname
}
