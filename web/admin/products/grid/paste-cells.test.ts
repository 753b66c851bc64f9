import { expect, test } from 'vitest'
import { parsePastedRows } from './paste-cells.ts'

test('rows copied from a spreadsheet are read by their tabs and line breaks', () => {
  expect(parsePastedRows('Fig\t12\t#8c3a4f\r\nPlum\t\t#123456\r\n')).toEqual([
    ['Fig', '12', '#8c3a4f'],
    ['Plum', '', '#123456'],
  ])
  expect(parsePastedRows('"Rose\n""Deep"""\t5" wide')).toEqual([['Rose\n"Deep"', '5" wide']])
  expect(parsePastedRows('One cell')).toEqual([['One cell']])
  expect(parsePastedRows('')).toEqual([['']])
  expect(parsePastedRows('a\t\nb')).toEqual([['a', ''], ['b']])
})
