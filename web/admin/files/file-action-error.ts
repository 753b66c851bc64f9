import { UNEXPECTED_ERROR } from '#web/forms/unexpected-error.ts'

/** `action` is the URL of the form. */
export function fileActionError(action: string) {
  const title = action.endsWith('/alt-text') ? 'Couldn’t save alt text' : 'Error deleting file'
  return { ...UNEXPECTED_ERROR, title }
}
