export type Readiness = 'complete' | 'warning' | 'incomplete'

/** `to` is relative to the back office. */
export type ScreenLink = { to: string; label: string }

/** One of several problems, with where to fix it. */
export type ChecklistDetail = { text: string; link: ScreenLink }

export type ChecklistItem = {
  id: string
  title: string
  description: string
  status: Readiness
  critical: boolean
  /** Where to fix it. */
  link?: ScreenLink
  details?: ChecklistDetail[]
}

export function isReady(items: ChecklistItem[]): boolean {
  return items.every(({ critical, status }) => !critical || status === 'complete')
}

/** The demo is never ready, because it warns about its sandbox keys, but nothing in it is broken. */
export function hasFailures(items: ChecklistItem[]): boolean {
  return items.some(({ critical, status }) => critical && status === 'incomplete')
}
