import { data, type RouterContextProvider } from 'react-router'
import { HTTP_STATUS, Refusal } from '#core/errors.ts'
import { noteTrouble } from '../visit.ts'

type Visiting = Readonly<RouterContextProvider>

/** This door's one translation of what core says no to: its words, with their status, for the nearest boundary. */
export async function orRefused<Found>(found: Promise<Found>, context?: Visiting): Promise<Found> {
  try {
    return await found
  } catch (error) {
    if (context) noteTrouble(context, error)
    if (error instanceof Refusal) throw data(error.message, HTTP_STATUS[error.code])
    throw error
  }
}
