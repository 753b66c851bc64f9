import { noStore, type RouterContext, requestCookies } from '../request-context.ts'
import type { Notice } from '../ui/toast.tsx'
import { findNotice, type NoticeName } from './notices.ts'

/** Shows a notice once, on the next page. The cookie carries its name, never its text. */
export function setFlash(context: RouterContext, name: NoticeName): void {
  requestCookies(context).set('notice', name)
}

export type Flash = { notice: Notice; endsSession: boolean }

export function takeFlash(context: RouterContext): Flash | undefined {
  const cookies = requestCookies(context)
  const name = cookies.get('notice')
  if (!name) return undefined
  noStore(context)
  cookies.delete('notice')
  const notice = findNotice(name)
  return notice && { notice, endsSession: SESSION_ENDING_NOTICES.has(name) }
}

/** These sign the user out in every tab. */
const SESSION_ENDING_NOTICES = new Set<string>([
  'signed-out',
  'password-reset',
  'account-deleted',
] satisfies NoticeName[])
