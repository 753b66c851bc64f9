export type Readiness = 'complete' | 'warning' | 'incomplete'

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
