import { expect, test } from 'vitest'
import { guessColor } from './guess-color.ts'

test.each([
  ['Mulberry', '#6b2a4a'],
  ['Rose Gold', '#c9a24e'],
  ['No. 12 — deep PLUM', '#5d2a4c'],
])('“%s” is %s', (name, color) => {
  expect(guessColor(name)).toBe(color)
})

test.each(['', '210', 'Date Night', 'Plumage', 'constructor', 'وردي'])('“%s” has no color', (name) => {
  expect(guessColor(name)).toBeNull()
})
