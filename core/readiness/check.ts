import type { Context } from '../context.ts'
import type { Readiness } from './readiness.ts'

export type World = Pick<Context, 'db' | 'files' | 'settings' | 'payments' | 'log' | 'now' | 'probes'>
export type Found = [status: Readiness, description: string]

export type Check = {
  id: string
  title: string
  critical: boolean
  /** Reads so much that it is left to the doctor. */
  deep?: boolean
  find(world: World): Found | Promise<Found>
}

export const DAY = 24 * 3_600_000

export function ago({ now }: World, then: Date): string {
  const minutes = Math.max(0, Math.round((now.getTime() - then.getTime()) / 60_000))
  if (minutes < 2) return 'just now'
  if (minutes < 120) return `${minutes} minutes ago`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours ago` : `${Math.round(hours / 24)} days ago`
}

export function reasonOf(error: unknown): string {
  const told = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const said = told instanceof Error ? told.message || told.name : String(told)
  return said.replace(/\s+/g, ' ').slice(0, 200).replace(/\.$/, '')
}
