import { data, type RouterContextProvider } from 'react-router'
import { HTTP_STATUS, Refusal } from '#core/errors.ts'
import { recordError } from '../request-context.ts'

type RouterContext = Readonly<RouterContextProvider>

/** This door's one translation of what core says no to: its words, with their status, for the nearest boundary. */
export async function refusalToResponse<Result>(
  result: Promise<Result>,
  context?: RouterContext,
): Promise<Result> {
  try {
    return await result
  } catch (error) {
    if (context) recordError(context, error)
    if (error instanceof Refusal) throw data(error.message, HTTP_STATUS[error.code])
    throw error
  }
}
