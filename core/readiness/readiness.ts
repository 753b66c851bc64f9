export type Readiness = 'complete' | 'warning' | 'incomplete'

/** One thing that a store needs before it opens, as it was found just now, and what to do about it. */
export type ChecklistItem = {
  id: string
  title: string
  description: string
  status: Readiness
  critical: boolean
}

/** Open when nothing that matters is missing; a warning keeps nobody out. */
export function isReady(items: ChecklistItem[]): boolean {
  return items.every(({ critical, status }) => !critical || status !== 'incomplete')
}
