import type { VisitSource } from '../orders/sources/visit-source.ts'
import type { RegionCode } from '../regions/regions.ts'

/** A visit starts with a page opened from outside the store: typed, bookmarked, or linked. */
export type CountedPage = 'visit' | 'product' | 'checkout'
export type PageCount = { region: RegionCode; what: CountedPage; times: number }
/** Visits without a source are the rest of the visits. */
export type SourceCount = VisitSource & { times: number }
export type TermCount = { term: string; times: number; found: boolean | null }

const MAX_TERM_LENGTH = 60
const PHONE_NUMBER_DIGITS = 7

/** Ignores case and spacing, and drops terms that may identify a person, such as email addresses and phone numbers. */
export function normalizeSearchTerm(q: string): string | undefined {
  const term = q
    .normalize('NFC')
    .toWellFormed()
    .toLowerCase()
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
  if (!term || term.length > MAX_TERM_LENGTH || term.includes('@')) return undefined
  return term.replace(/\D/g, '').length < PHONE_NUMBER_DIGITS ? term : undefined
}

export function conversionPercent(orders: number, visits: number): number | null {
  return visits ? Math.round((orders * 1000) / visits) / 10 : null
}
