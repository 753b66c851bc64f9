import { expect, test } from 'vitest'
import { createSubstanceFinder } from '../find-substance.ts'
import { normalizeInci } from '../normalize-inci.ts'
import { isCasNumber, isEcNumber } from '../registry-numbers.ts'
import { ADDED_ALLERGENS } from './allergens/added-allergens.ts'
import { ALLERGEN_ENTRIES } from './allergens/build-allergens.ts'
import { EARLIER_ALLERGENS } from './allergens/earlier-allergens.ts'
import { BUILT_IN_SUBSTANCES } from './built-in-substances.ts'
import { DESCRIPTIONS } from './descriptions.ts'
import { KNOWN_ORIGINS } from './known-origins.ts'

const entriesOf = (substances: typeof BUILT_IN_SUBSTANCES, jurisdiction: string) =>
  substances.filter(
    ({ labeledAs, facts }) =>
      labeledAs === null &&
      facts.some((fact) => fact.kind === 'fragrance_allergen' && fact.jurisdiction === jurisdiction),
  )

test('there are the substances that most cosmetics consist of', () => {
  expect(BUILT_IN_SUBSTANCES.length).toBeGreaterThan(350)
})

test('no two substances share a name, synonym, or key', () => {
  const names = BUILT_IN_SUBSTANCES.flatMap(({ name, synonyms }) => [name, ...synonyms])
  const byName = Map.groupBy(names, normalizeInci)
  expect([...byName.values()].filter((same) => same.length > 1)).toEqual([])
  expect(new Set(BUILT_IN_SUBSTANCES.map(({ key }) => key)).size).toBe(BUILT_IN_SUBSTANCES.length)
})

test('the check digits of all CAS and EC numbers are right', () => {
  const wrong = BUILT_IN_SUBSTANCES.flatMap(({ name, cas, ec }) => [
    ...cas.filter((number) => !isCasNumber(number)).map((number) => `${name}: ${number}`),
    ...ec.filter((number) => !isEcNumber(number)).map((number) => `${name}: ${number}`),
  ])
  expect(wrong).toEqual([])
})

test('each substance has a function', () => {
  expect(BUILT_IN_SUBSTANCES.filter(({ functions }) => !functions.length)).toEqual([])
})

test('the allergens are the entries of Annex III, 24 of which labels named before', () => {
  expect(entriesOf(EARLIER_ALLERGENS, 'EU')).toHaveLength(24)
  expect(entriesOf(ADDED_ALLERGENS, 'EU')).toHaveLength(57)
  expect(entriesOf(BUILT_IN_SUBSTANCES, 'EU')).toHaveLength(ALLERGEN_ENTRIES)
  expect(entriesOf(BUILT_IN_SUBSTANCES, 'CA')).toHaveLength(ALLERGEN_ENTRIES)
  expect(entriesOf(BUILT_IN_SUBSTANCES, 'GB')).toHaveLength(24)
  const entries = entriesOf(BUILT_IN_SUBSTANCES, 'EU').map(
    ({ facts }) => /entry \d+/.exec(facts[0]?.authority ?? '')?.[0],
  )
  expect(new Set(entries).size).toBe(ALLERGEN_ENTRIES)
})

test('a name for labels is that of another substance, with the same facts', () => {
  const byName = new Map(BUILT_IN_SUBSTANCES.map((substance) => [substance.name, substance]))
  const members = BUILT_IN_SUBSTANCES.filter(({ labeledAs }) => labeledAs)
  expect(members.length).toBeGreaterThan(40)
  for (const { labeledAs, facts } of members) {
    const group = byName.get(labeledAs ?? '')
    expect(group).toMatchObject({ labeledAs: null, facts })
  }
})

test('each fact has an authority, its address, and a date', () => {
  for (const { authority, url, since } of BUILT_IN_SUBSTANCES.flatMap(({ facts }) => facts)) {
    expect(authority).not.toBe('')
    expect(new URL(url).protocol).toBe('https:')
    expect(new Date(since).toISOString().slice(0, 10)).toBe(since)
  }
})

test('each description belongs to a substance', () => {
  const names = new Set(BUILT_IN_SUBSTANCES.map(({ name }) => name))
  expect(Object.keys(DESCRIPTIONS).filter((name) => !names.has(name))).toEqual([])
})

const find = createSubstanceFinder(BUILT_IN_SUBSTANCES)

for (const [written, name] of [
  ['Aqua/Water/Eau', 'Aqua'],
  ['WATER (AQUA)', 'Aqua'],
  ['Butyrospermum Parkii (Shea) Butter*', 'Butyrospermum Parkii Butter'],
  ['Titanium Dioxide (CI 77891)', 'Titanium Dioxide'],
  ['C.I. 77891', 'Titanium Dioxide'],
  ['Alcohol denat', 'Alcohol Denat.'],
  ['α-Isomethyl ionone', 'Alpha-Isomethyl Ionone'],
  ['lavender oil', 'Lavandula Angustifolia Oil'],
  ['acrylates / C10-30 alkyl acrylate crosspolymer', 'Acrylates/C10-30 Alkyl Acrylate Crosspolymer'],
] as const)
  test(`“${written}” is found as ${name}`, () => {
    expect(find(written)?.name).toBe(name)
  })

test('a mixture isn’t found as one of its parts', () => {
  expect(find('PEG-120 Methyl Glucose Dioleate/Water')).toBeUndefined()
  expect(find('Water/Unknown Substance')).toBeUndefined()
  expect(find('')).toBeUndefined()
})

test('each known origin is that of a substance', () => {
  const names = new Set(BUILT_IN_SUBSTANCES.map(({ name }) => name))
  expect([...KNOWN_ORIGINS.keys()].filter((name) => !names.has(name))).toEqual([])
})
