import type { RegionCode } from '../regions/regions.ts'

/** A visit begins with a page that is opened from outside the store: typed, bookmarked, or by somebody's link. */
export type CountedPage = 'visit' | 'product' | 'checkout'
export type PageCount = { region: RegionCode; what: CountedPage; times: number }
export type TermCount = { term: string; times: number; found: boolean | null }

const MAX_TERM_LENGTH = 60
const PHONE_NUMBER_DIGITS = 7

/** As it is counted: without regard to case and spaces; never what may name a person. */
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

/** In percent with one decimal; null while nobody came. */
export function conversionPercent(orders: number, visits: number): number | null {
  return visits ? Math.round((orders * 1000) / visits) / 10 : null
}
