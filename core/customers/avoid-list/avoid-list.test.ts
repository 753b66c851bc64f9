import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GROUP_NAMES, INGREDIENT_GROUPS } from '#core/ingredients/formulas/ingredient-groups.ts'
import {
  describeMarks,
  EMPTY_AVOID_LIST,
  MAX_AVOIDED_INGREDIENTS,
  markProduct,
  mergeLists,
  parseStoredList,
} from './avoid-list.ts'

const LINALOOL = { id: 'ing_1', name: 'Linalool' }
const LANOLIN = { id: 'ing_2', name: 'Lanolin' }
const product = { id: 'prd', contains: [], mayContain: [], traces: [], differs: [], isComplete: true }
const describeProduct = (parts: Partial<typeof product> | Record<string, string[]>, asFamily = false) =>
  describeMarks(
    markProduct(
      { groups: ['silicones'], ingredients: [LINALOOL, LANOLIN] },
      { ...product, ...parts },
      asFamily,
    ),
  )

test('a product without anything of the list has no text', () => {
  expect(describeProduct({ contains: ['ing_3', 'parabens'], traces: ['ing_4'] })).toBe('')
  expect(describeMarks(markProduct(EMPTY_AVOID_LIST, { ...product, contains: ['ing_1'] }))).toBe('')
})

test('the text says what the product contains, may contain, and has traces of', () => {
  expect(describeProduct({ contains: ['ing_1'] })).toBe('Contains Linalool, which is on your list.')
  expect(describeProduct({ contains: ['ing_1', 'silicones'] })).toBe(
    'Contains Linalool and silicones, which are on your list.',
  )
  expect(describeProduct({ contains: ['silicones'], mayContain: ['ing_2'], traces: ['ing_1'] })).toBe(
    'Contains silicones, which are on your list. May contain Lanolin, which is on your list. May contain traces of Linalool, which is on your list.',
  )
})

test('a card of a family says what only some of its products contain', () => {
  const parts = { contains: ['ing_1', 'ing_2'], differs: ['ing_2'] }
  expect(describeProduct(parts, true)).toBe(
    'Contains Linalool, which is on your list. Some options contain Lanolin, which is on your list.',
  )
  expect(describeProduct(parts)).toBe('Contains Linalool and Lanolin, which are on your list.')
})

test('of many names, the text has three', () => {
  const ingredients = Array.from({ length: 6 }, (_, i) => ({ id: `ing_${i}`, name: `Oil ${i}` }))
  const marks = markProduct(
    { groups: [], ingredients },
    { ...product, contains: ingredients.map(({ id }) => id) },
  )
  expect(describeMarks(marks)).toBe('Contains Oil 0, Oil 1, Oil 2 and 3 more, which are on your list.')
})

test('anything in a browser’s storage is a list', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const list = parseStoredList(text)
      expect(list.groups.every((name) => Object.hasOwn(INGREDIENT_GROUPS, name))).toBe(true)
      expect(list.ingredients.length).toBeLessThanOrEqual(MAX_AVOIDED_INGREDIENTS)
    }),
  )
})

const lists = fc.record({
  groups: fc.uniqueArray(fc.constantFrom(...GROUP_NAMES)),
  ingredients: fc
    .uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 10 })
    .map((numbers) => numbers.map((number) => ({ id: `ing_${number}`, name: `Oil ${number}` }))),
})

test('a stored list comes back, and merging changes nothing that is in both', () => {
  fc.assert(
    fc.property(lists, lists, (one, other) => {
      const merged = mergeLists([one, other])
      expect(parseStoredList(JSON.stringify(merged))).toEqual(merged)
      expect(mergeLists([merged, other, one])).toEqual(merged)
      expect(new Set(merged.groups)).toEqual(new Set([...one.groups, ...other.groups]))
    }),
  )
})
