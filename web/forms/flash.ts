import { redirect, replace } from 'react-router'
import type { SessionChange } from '../account/auth-events.ts'
import { noStore, type RouterContext, requestCookies } from '../request-context.ts'
import type { Notice } from '../ui/toast/toast.tsx'
import { findNotice, type NoticeName } from './notices.ts'

/** Shows a notice once, on the next page. The cookie carries its name, never its text. */
export function setFlash(context: RouterContext, name: NoticeName): void {
  requestCookies(context).set('notice', name)
}

export function redirectWithFlash(context: RouterContext, name: NoticeName, path: string): Response {
  setFlash(context, name)
  return redirect(path)
}

/** Leaves the page that was replaced out of the browser's history. */
export function replaceWithFlash(context: RouterContext, name: NoticeName, path: string): Response {
  setFlash(context, name)
  return replace(path)
}

export type Flash = { notice: Notice; sessionChange: SessionChange | undefined }

export function takeFlash(context: RouterContext): Flash | undefined {
  const cookies = requestCookies(context)
  const name = cookies.get('notice')
  if (!name) return undefined
  noStore(context)
  cookies.delete('notice')
  const notice = findNotice(name)
  return notice && { notice, sessionChange: SESSION_CHANGES[name] }
}

/** These sign the user in or out in every tab. */
const SESSION_CHANGES: Record<string, SessionChange> = {
  welcome: 'signed-in',
  'welcome-admin': 'signed-in',
  'welcome-one-factor': 'signed-in',
  'welcome-admin-one-factor': 'signed-in',
  'signed-out': 'signed-out',
  'password-reset': 'signed-out',
  'account-deleted': 'signed-out',
} satisfies Partial<Record<NoticeName, SessionChange>>
