import { data } from 'react-router'
import { ZodError } from 'zod'
import { Refusal } from '#core/errors.ts'
import { type RouterContext, recordError, shopContext } from '../request-context.ts'
import type { Notice } from '../ui/toast/toast.tsx'
import { type FormResult, invalidForm, refusalResult, typedValues } from './form-result.ts'
import { UNEXPECTED_ERROR } from './unexpected-error.ts'

/** Turns errors into form results: refusals and invalid input with their own messages, anything else with a general one. */
export async function withFormErrors<Result>(
  context: RouterContext,
  title: string,
  form: FormData,
  action: () => Promise<Result>,
  unexpectedError: Notice = UNEXPECTED_ERROR,
) {
  try {
    return await action()
  } catch (error) {
    recordError(context, error)
    if (error instanceof Refusal) return replyWith(refusalResult(title, error, form))
    if (error instanceof ZodError) {
      const notice = { title, description: error.issues[0]?.message, tone: 'destructive' as const }
      return replyWith({ ...invalidForm(form, error), notice })
    }
    if (error instanceof Response) throw error
    const { log, requestId } = shopContext(context)
    log.error('form failed', { requestId, error })
    return replyWith({ notice: unexpectedError, values: typedValues(form), status: 500 })
  }
}

export function replyWith(result: FormResult) {
  return data(result, { status: result.status })
}
