import type { Option } from '#web/ui/fields/options.tsx'

export const PAPERS = ['a4', 'a6', 'letter'] as const
export type Paper = (typeof PAPERS)[number]

export const PAPER_OPTIONS: Option[] = [
  ['a4', 'A4'],
  ['a6', 'A6'],
  ['letter', 'US Letter'],
]

/** Address labels: one on an A6 page, or the sheets of Avery L7165 and 5163. */
export const LABEL_OPTIONS: Option[] = [
  ['a6', 'A6, one per page'],
  ['a4', 'A4, 8 per sheet'],
  ['letter', 'US Letter, 10 per sheet'],
]
export const LABELS_PER_SHEET: Record<Paper, number> = { a4: 8, a6: 1, letter: 10 }

/** The URL remembers the choice. */
export function readPaper({ searchParams }: URL, fallback: Paper): Paper {
  return PAPERS.find((paper) => paper === searchParams.get('format')) ?? fallback
}

const LETTER_COUNTRIES = /^(us|usa|united states.*|ca|canada)$/i

export const paperOf = (country: string): Paper => (LETTER_COUNTRIES.test(country.trim()) ? 'letter' : 'a4')
