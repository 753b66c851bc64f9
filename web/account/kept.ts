import type { RouterContextProvider } from 'react-router'
import type { Notice } from '../ui/toast.tsx'
import { keepNot, requestCookies } from '../visit.ts'
import { findNotice, type NoticeName } from './notices.ts'

type Visiting = Readonly<RouterContextProvider>

/** What the next page is to say, once. Its name travels in a cookie, never its words. */
export function notice(context: Visiting, name: NoticeName): void {
  requestCookies(context).set('notice', name)
}

export type PartingNotice = { notice: Notice; ends: boolean }

export function takeNotice(context: Visiting): PartingNotice | undefined {
  const cookies = requestCookies(context)
  const name = cookies.get('notice')
  if (!name) return undefined
  keepNot(context)
  cookies.delete('notice')
  const notice = findNotice(name)
  return notice && { notice, ends: ENDINGS.has(name) }
}

/** After these nobody is signed in any more, in any tab. */
const ENDINGS = new Set<string>(['signed-out', 'password-reset', 'account-deleted'] satisfies NoticeName[])
