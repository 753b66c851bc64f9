import { normalizeInci } from '../normalize-inci.ts'
import type { Origin, Substance, SubstanceFields } from '../substance.ts'
import { DESCRIPTIONS } from './descriptions.ts'
import { KNOWN_ORIGINS } from './known-origins.ts'

/** Its name, then its CAS and EC numbers, separated by spaces, and its synonyms, separated by semicolons. */
export type SubstanceRow = readonly [
  name: string,
  numbers?: string,
  synonyms?: string,
  more?: Partial<SubstanceFields>,
]

/** `shared` is what these have in common. A row can replace it. */
export function buildSubstances(
  shared: Partial<SubstanceFields>,
  rows: readonly SubstanceRow[],
): Substance[] {
  return rows.map(([name, numbers = '', synonyms = '', more]) => ({
    functions: [],
    traits: [],
    labeledAs: null,
    facts: [],
    ...shared,
    ...more,
    key: substanceKey(name),
    name,
    origins: originsOf(name, more?.origins ?? shared.origins ?? []),
    description: DESCRIPTIONS[name] ?? '',
    synonyms: synonyms.split(';').flatMap((synonym) => synonym.trim() || []),
    cas: numbers.split(' ').filter((number) => /^\d+-\d\d-\d$/.test(number)),
    ec: numbers.split(' ').filter((number) => /^\d{3}-\d{3}-\d$/.test(number)),
  }))
}

function originsOf(name: string, origins: Origin[]): Origin[] {
  return origins.length ? origins : [...(KNOWN_ORIGINS.get(name) ?? [])]
}

/** Stays the same from release to release. */
export function substanceKey(name: string): string {
  return normalizeInci(name).replaceAll(/[^a-z0-9]+/g, '-')
}
