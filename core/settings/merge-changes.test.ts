import { expect, test } from 'vitest'
import { mergeChanges } from './merge-changes.ts'

const base = {
  store: { name: 'Linden', city: 'Bath' },
  days: [2, 4],
  address: null as null | object,
  fee: 10,
}

test('changes of different fields are merged', () => {
  const changed = { ...base, store: { name: 'Linden', city: 'York' } }
  const current = { ...base, store: { name: 'Rose', city: 'Bath' }, fee: 12 }
  expect(mergeChanges(base, changed, current)).toEqual({
    value: { ...base, store: { name: 'Rose', city: 'York' }, fee: 12 },
    conflicts: [],
  })
})

test('a field that both changed is a conflict, unless to the same value', () => {
  const current = { ...base, fee: 12, store: { name: 'Rose', city: 'Bath' } }
  expect(mergeChanges(base, { ...base, fee: 15 }, current).conflicts).toEqual(['fee'])
  expect(mergeChanges(base, { ...base, fee: 12 }, current)).toEqual({ value: current, conflicts: [] })
  const renamed = { ...base, store: { name: 'Sage', city: 'Bath' } }
  expect(mergeChanges(base, renamed, current).conflicts).toEqual(['store.name'])
})

test('a list, and an address that one of them removed or added, counts as one value', () => {
  const current = { ...base, days: [3, 4], address: { city: 'Bath' } }
  expect(mergeChanges(base, { ...base, days: [2, 5] }, current).conflicts).toEqual(['days'])
  expect(mergeChanges(base, { ...base, address: { city: 'York' } }, current).conflicts).toEqual(['address'])
  expect(mergeChanges(base, base, current)).toEqual({ value: current, conflicts: [] })
})
