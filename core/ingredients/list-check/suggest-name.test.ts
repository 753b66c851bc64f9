import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BUILT_IN_SUBSTANCES } from '../substances/built-in-substances.ts'
import { createNameSuggester } from './suggest-name.ts'

const suggest = createNameSuggester(BUILT_IN_SUBSTANCES.flatMap(({ name, synonyms }) => [name, ...synonyms]))

for (const [written, name] of [
  ['Glycerine', 'Glycerine'],
  ['Glicerin', 'Glycerin'],
  ['Phenoxyethnaol', 'Phenoxyethanol'],
  ['Niacinamid', 'Niacinamide'],
  ['Caprylic/Capric Trigliceride', 'Caprylic/Capric Triglyceride'],
  ['Sodium Hyalurnate', 'Sodium Hyaluronate'],
  ['Butyrospermum Parki (Shea) Buter', 'Butyrospermum Parkii Butter'],
] as const)
  test(`“${written}” was meant as ${name}`, () => {
    expect(suggest(written)).toEqual({ name, lookAlikes: [] })
  })

test('nothing is suggested for what no known name is like', () => {
  expect(['Moon Dust', 'Xyz', 'A', '', 'Glycerin'.repeat(100)].map(suggest)).toEqual(Array(5).fill(undefined))
})

test('letters of other alphabets that look like Latin ones are named', () => {
  expect(suggest('Glyсеrin')).toEqual({ name: 'Glycerin', lookAlikes: ['с', 'е'] })
  expect(suggest('Αqua')).toEqual({ name: 'Aqua', lookAlikes: ['Α'] })
  expect(suggest('Glyсrin')).toEqual({ name: 'Glycerin', lookAlikes: ['с'] })
})

test('a name of eight letters or more is found with any one wrong letter', () => {
  const long = BUILT_IN_SUBSTANCES.map(({ name }) => name).filter((name) => /^[A-Za-z ]{8,60}$/.test(name))
  fc.assert(
    fc.property(fc.constantFrom(...long), fc.nat(), (name, place) => {
      const at = place % name.length
      fc.pre(/[A-Za-z]/.test(name.charAt(at)))
      const suggestion = suggest(`${name.slice(0, at)}q${name.slice(at + 1)}`)
      expect(suggestion).toBeDefined()
    }),
  )
})
