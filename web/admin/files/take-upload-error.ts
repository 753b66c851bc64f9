import { type RouterContext, requestCookies } from '#web/request-context.ts'

/** Why the upload of an ordinary form was refused. It is shown once. */
export function takeUploadError(context: RouterContext): string | null {
  const cookies = requestCookies(context)
  const error = cookies.get('upload-error')
  if (error) cookies.delete('upload-error')
  return error
}
