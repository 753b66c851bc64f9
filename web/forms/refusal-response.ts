import { data } from 'react-router'
import { HTTP_STATUS, Refusal } from '#core/errors.ts'
import { type RouterContext, recordError } from '../request-context.ts'

/** Throws a refusal as a response, for the nearest error boundary. */
export async function refusalToResponse<Result>(
  result: Promise<Result>,
  context?: RouterContext,
): Promise<Result> {
  try {
    return await result
  } catch (error) {
    if (context) recordError(context, error)
    if (error instanceof Refusal)
      throw data(error.message, { status: HTTP_STATUS[error.code], statusText: error.code })
    throw error
  }
}
