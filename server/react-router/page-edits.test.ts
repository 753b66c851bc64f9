import { expect, test } from 'vitest'
import { applyEdits } from './page-edits.ts'

test('edits apply in the order of the page, without those inside an earlier one', () => {
  const edits = [
    { start: 7, end: 12, text: 'Oil' },
    { start: 0, end: 5, text: '' },
    { start: 2, end: 4, text: 'unused' },
  ]
  expect(applyEdits('Rose 🌹Serum', edits).join('')).toBe('🌹Oil')
})

test('a page without edits is unchanged', () => {
  expect(applyEdits('<p>Rose</p>', []).join('')).toBe('<p>Rose</p>')
})
