import type { ActionFunctionArgs } from 'react-router'
import { Refusal } from '#core/errors.ts'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { type FormResult, fieldText } from '#web/forms/form-result.ts'
import type { NoticeName } from '#web/forms/notices.ts'
import { replyWith, withFormErrors } from '#web/forms/with-form-errors.ts'
import type { RouterContext } from '#web/request-context.ts'
import { type AdminContext, adminBasePath, requireAdmin } from '../admin-context.ts'

/** Shown on the page that follows, and nowhere else. */
export type ShownSecret = { kind: 'key' | 'endpoint'; value: string }
export type SecretResult = FormResult & { secret?: ShownSecret }

type IntentArgs = { ctx: AdminContext; context: RouterContext; form: FormData; id: string }
/** Returns the notice to show on the page, or a result to show in it. A notice can lead to another screen. */
export type IntentHandler = (
  args: IntentArgs,
) => Promise<NoticeName | SecretResult | { notice: NoticeName; to: string }>

/** Runs the form of the page that its hidden field names. */
export async function runIntent(
  { context, request, url, pattern, params }: ActionFunctionArgs & { context: RouterContext },
  handlers: Record<string, IntentHandler>,
) {
  const ctx = requireAdmin({ context, pattern })
  const form = await request.formData()
  return withFormErrors(context, 'Not saved', form, async () => {
    const intent = fieldText(form, 'intent')
    const handler = Object.hasOwn(handlers, intent) ? handlers[intent] : undefined
    if (!handler) throw new Refusal('invalid_input', 'This form has changed. Reload the page and try again.')
    const reply = await handler({ ctx, context, form, id: params.id ?? '' })
    if (typeof reply === 'string') return redirectWithFlash(context, reply, url.pathname + url.search)
    if ('to' in reply) return redirectWithFlash(context, reply.notice, `${adminBasePath(url)}/${reply.to}`)
    return replyWith(reply)
  })
}

/** The names of the checked boxes of a group. */
export function checkedNames(form: FormData, group: string): string[] {
  return [...form.keys()]
    .filter((name) => name.startsWith(`${group}.`))
    .map((name) => name.slice(group.length + 1))
}
