import { invalidInput } from '#core/errors.ts'

export const MAX_NOTE_LENGTH = 2000

/** A note among staff, about an order or a customer. */
export function readNote(typed: string): string {
  const note = typed.trim()
  if (!note) throw invalidInput('note', 'Enter a note.')
  if (note.length > MAX_NOTE_LENGTH || note.includes('\0'))
    throw invalidInput('note', 'Use at most 2,000 characters.')
  return note
}
