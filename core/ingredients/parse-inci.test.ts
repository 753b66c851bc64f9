import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSubstanceFinder } from './find-substance.ts'
import { PUBLISHED_LISTS } from './inci-lists.fixture.ts'
import { parseInciList } from './parse-inci.ts'
import { BUILT_IN_SUBSTANCES } from './substances/built-in-substances.ts'

const namesOf = (text: string) => parseInciList(text).entries.map(({ name }) => name)
const find = createSubstanceFinder(BUILT_IN_SUBSTANCES)

for (const [product, { text, count, footnotes = 0, mayContain = 0 }] of Object.entries(PUBLISHED_LISTS))
  test(`all names of the list of ${product} are recognized`, () => {
    const list = parseInciList(text)
    expect(list.entries.filter(({ name }) => !find(name))).toEqual([])
    expect({
      count: list.entries.length,
      mayContain: list.entries.filter((entry) => entry.mayContain).length,
      footnotes: list.footnotes.length,
    }).toEqual({ count, mayContain, footnotes })
  })

for (const [description, text, names] of [
  ['a comma', 'Ingredients: Aqua, Glycerin,Parfum.', ['Aqua', 'Glycerin', 'Parfum']],
  ['a line break', 'INCI\nAqua\nGlycerin\n1,2-Hexanediol', ['Aqua', 'Glycerin', '1,2-Hexanediol']],
  ['a bullet', 'Ingrédients : Aqua • Glycerin · Parfum', ['Aqua', 'Glycerin', 'Parfum']],
  ['a semicolon', 'AQUA; GLYCERIN; PARFUM', ['AQUA', 'GLYCERIN', 'PARFUM']],
  [
    '“(and)”',
    'Glycerin (and) Water & Parfum, FD & C Red No. 40',
    ['Glycerin', 'Water', 'Parfum', 'FD & C Red No. 40'],
  ],
  ['a heading', 'Active ingredients: Zinc Oxide 10%. Inactive Ingredients: Water', ['Zinc Oxide', 'Water']],
  ['a numbered line', '1. Aqua\n2. Glycerin', ['Aqua', 'Glycerin']],
] as const)
  test(`${description} separates names`, () => {
    expect(namesOf(text)).toEqual(names)
  })

for (const name of [
  '1,2-Hexanediol',
  '2-Bromo-2-Nitropropane-1,3-Diol',
  'Toluene-2,5-Diamine Sulfate',
  '1,2,4-Trihydroxybenzene',
  'N,N-Bis(2-Hydroxyethyl)-p-Phenylenediamine Sulfate',
  'Acrylates/C10-30 Alkyl Acrylate Crosspolymer',
  'Alcohol Denat.',
])
  test(`${name} is one name`, () => {
    expect(namesOf(`Aqua, ${name}, Ceteareth-20,${name}`).map((found) => found.replace(' (', '('))).toEqual([
      'Aqua',
      name,
      'Ceteareth-20',
      name,
    ])
  })

test('commas in parentheses and brackets don’t separate', () => {
  expect(namesOf('Aqua (Water, Eau), Parfum [Fragrance, Scent], Talc (')).toEqual([
    'Aqua (Water, Eau)',
    'Parfum (Fragrance, Scent)',
    'Talc (',
  ])
})

test('a line that is too long goes on after its break, also within a name', () => {
  expect(
    namesOf('Aqua, Cetearyl\r\nAlcohol, Acrylates/C10-\n30 Alkyl Acrylate Crosspolymer, 1, 2-Hexanediol'),
  ).toEqual(['Aqua', 'Cetearyl Alcohol', 'Acrylates/C10-30 Alkyl Acrylate Crosspolymer', '1, 2-Hexanediol'])
})

for (const [written, percent] of [
  ['Glycerin 5%', 5],
  ['5 % Glycerin', 5],
  ['Glycerin (2.0%)', 2],
  ['Glycerin 2,5 %', 2.5],
  ['Glycerin (<0.1% w/w)', 0.1],
] as const)
  test(`“${written}” is Glycerin with its percentage`, () => {
    expect(parseInciList(`Aqua, ${written}, Parfum`).entries[1]).toMatchObject({ name: 'Glycerin', percent })
  })

test('footnotes belong to their marks', () => {
  const { entries, footnotes } = parseInciList(
    'Aqua, Lavandula Angustifolia Oil*, Linalool**, Parfum (Fragrance)¹. *from organic farming **natural component of\nessential oils. ¹ = Vegan',
  )
  expect(entries.map(({ name, marks }) => [name, marks])).toEqual([
    ['Aqua', []],
    ['Lavandula Angustifolia Oil', ['*']],
    ['Linalool', ['**']],
    ['Parfum (Fragrance)', ['¹']],
  ])
  expect(footnotes).toEqual([
    { mark: '*', text: 'from organic farming' },
    { mark: '**', text: 'natural component of essential oils.' },
    { mark: '¹', text: 'Vegan' },
  ])
})

test('marks may stand before names, or in parentheses', () => {
  const { entries, footnotes } = parseInciList('*Aqua, Glycerin, †Parfum\n†Natural.\n(*) Organic')
  expect(entries.map(({ name, marks }) => [name, marks])).toEqual([
    ['Aqua', ['*']],
    ['Glycerin', []],
    ['Parfum', ['†']],
  ])
  expect(footnotes.map(({ text }) => text)).toEqual(['Natural.', 'Organic'])
})

for (const text of [
  'Mica, [+/- CI 77491, CI 77492 (Iron Oxides)], Parfum',
  'Mica, Parfum. May contain: CI 77491, CI 77492.',
  'Mica, Parfum (+/-): CI 77491, CI 77492',
  'Mica, Parfum. May Contain/Peut Contenir (+/-): CI 77491, CI 77492',
  'Mica, [+/- (MAY CONTAIN): Iron Oxides (CI 77491, CI 77492)], Parfum',
  'Mica, Parfum, ± CI 77491/77492',
  'Mica, Parfum, may contain (CI 77491,77492)',
])
  test(`what “${text}” may contain is CI 77491 and CI 77492`, () => {
    const { entries } = parseInciList(text)
    const split = Object.groupBy(entries, ({ mayContain }) => (mayContain ? 'may' : 'does'))
    expect(split.does?.map(({ name }) => name)).toEqual(['Mica', 'Parfum'])
    expect(split.may?.map(({ name }) => name.slice(0, 8))).toEqual(['CI 77491', 'CI 77492'])
  })

test('a colorant is named by its number', () => {
  expect(namesOf('Titanium Dioxide CI 77891, Red 7 Lake CI 15850:1, 77491, CI 77491/77492')).toEqual([
    'CI 77891',
    'CI 15850',
    ...['CI 77491', 'CI 77491', 'CI 77492'],
  ])
})

test('a name is nano if the list says so', () => {
  const { entries } = parseInciList('Titanium Dioxide [nano], Zinc Oxide (Nano), Silica')
  expect(entries.map(({ name, isNano }) => [name, isNano])).toEqual([
    ['Titanium Dioxide', true],
    ['Zinc Oxide', true],
    ['Silica', false],
  ])
})

test('text without names has none', () => {
  expect(parseInciList(' \n,,; () * . ')).toEqual({ entries: [], footnotes: [] })
})

test('the names of any substances, joined, come back', () => {
  const substances = fc.array(fc.constantFrom(...BUILT_IN_SUBSTANCES), { minLength: 1, maxLength: 60 })
  const separators = fc.constantFrom(', ', ',', '; ', ' • ', '\n')
  const cases = fc.constantFrom(
    (name: string) => name,
    (name: string) => name.toUpperCase(),
    (name: string) => name.toLowerCase(),
  )
  fc.assert(
    fc.property(substances, separators, cases, (list, separator, toCase) => {
      const text = list.map(({ name }) => toCase(name)).join(separator)
      expect(namesOf(text).map((name) => find(name)?.name)).toEqual(list.map(({ name }) => name))
    }),
  )
})

test('any text is read, and entries are parts of it in order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...'aB1 ,;()[]*.%/+-\n&', '+/-', 'may contain', 'CI 77491', 'INCI:')),
      (parts) => {
        const { entries } = parseInciList(parts.join(''))
        expect(entries.every(({ name }) => /[\p{L}\p{N}]/u.test(name))).toBe(true)
      },
    ),
  )
})
