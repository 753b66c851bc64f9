import type { Context } from '../context.ts'
import { MINUTE_MS } from '../time-units.ts'
import type { ChecklistDetail, Readiness, ScreenLink } from './readiness.ts'

export type CheckContext = Pick<
  Context,
  'db' | 'files' | 'settings' | 'payments' | 'log' | 'now' | 'probes'
> & {
  /** The day whose law applies, such as 2027-01-01. Today by default. */
  dutiesOn?: string
}
export type CheckResult = [
  status: Readiness,
  description: string,
  link?: ScreenLink,
  details?: ChecklistDetail[],
]

export const complete = (description: string): CheckResult => ['complete', description]
export const warning = (
  description: string,
  link?: ScreenLink,
  details: ChecklistDetail[] = [],
): CheckResult => (link ? ['warning', description, link, details] : ['warning', description])
export const incomplete = (description: string, link?: ScreenLink): CheckResult =>
  link ? ['incomplete', description, link] : ['incomplete', description]

export type Check = {
  id: string
  title: string
  critical: boolean
  /** Too slow for the dashboard; only the doctor runs it. */
  deep?: boolean
  skipInDemo?: boolean
  run(ctx: CheckContext): CheckResult | Promise<CheckResult>
}

export function timeAgo({ now }: CheckContext, date: Date): string {
  const minutes = Math.max(0, Math.round((now.getTime() - date.getTime()) / MINUTE_MS))
  if (minutes < 2) return 'just now'
  if (minutes < 120) return `${minutes} minutes ago`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours ago` : `${Math.round(hours / 24)} days ago`
}

export function errorReason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const message = cause instanceof Error ? cause.message || cause.name : String(cause)
  return message.replace(/\s+/g, ' ').slice(0, 200).replace(/\.$/, '')
}
