export type Readiness = 'complete' | 'warning' | 'incomplete'

/** One thing a store needs before it opens, and how to fix it if needed. */
export type ChecklistItem = {
  id: string
  title: string
  description: string
  status: Readiness
  critical: boolean
}

/** Warnings and non-critical items don't keep a store from opening. */
export function isReady(items: ChecklistItem[]): boolean {
  return items.every(({ critical, status }) => !critical || status !== 'incomplete')
}
