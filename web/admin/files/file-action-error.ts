import { UNEXPECTED_ERROR } from '#web/forms/unexpected-error.ts'

export function fileActionError(form: FormData) {
  const title = form.get('act') === 'set-alt-text' ? 'Couldn’t save alt text' : 'Error deleting file'
  return { ...UNEXPECTED_ERROR, title }
}
