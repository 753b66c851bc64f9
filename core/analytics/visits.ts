import type { RegionCode } from '../regions/regions.ts'

/** A visit begins with a page that is opened from outside the store: typed, bookmarked, or by somebody's link. */
export type Opened = 'visit' | 'product' | 'checkout'
export type PageCount = { region: RegionCode; what: Opened; times: number }
export type TermCount = { term: string; times: number; found: boolean | null }

const LONGEST_TERM = 60
const DIGITS_OF_A_NUMBER = 7

/** As it is counted: without regard to case and spaces; never what may name a person. */
export function searchedTerm(q: string): string | undefined {
  const term = q
    .normalize('NFC')
    .toWellFormed()
    .toLowerCase()
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
  if (!term || term.length > LONGEST_TERM || term.includes('@')) return undefined
  return term.replace(/\D/g, '').length < DIGITS_OF_A_NUMBER ? term : undefined
}

/** In percent with one decimal; null while nobody came. */
export function conversion(orders: number, visits: number): number | null {
  return visits ? Math.round((orders * 1000) / visits) / 10 : null
}
