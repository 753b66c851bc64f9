import { expect, test } from 'vitest'
import { readShadeLines } from './read-shade-lines.ts'

const defaults = { price: 3800, sizeQuantity: 3.5, sizeUnit: 'g' as const }

test('each line is a shade with the price and size of the last product', () => {
  const { members, lines } = readShadeLines('Fig, 12, #8c3a4f\n\nوردي\nPlum,,#123456,Satin', defaults)
  expect(lines).toEqual([1, 3, 4])
  expect(members).toMatchObject([
    { shadeName: 'Fig', shadeCode: '12', shadeColor: '#8c3a4f', ...defaults },
    { shadeName: 'وردي', shadeColor: null },
    { shadeName: 'Plum', shadeCode: '', shadeColor: '#123456', shadeFinish: 'Satin' },
  ])
})

test('columns copied from a spreadsheet may contain commas, a size, and a price', () => {
  const { members } = readShadeLines('Rose, deep\t7\t#123456\t30 ML\t$42.50', defaults)
  expect(members[0]).toMatchObject({
    shadeName: 'Rose, deep',
    shadeCode: '7',
    sizeQuantity: 30,
    sizeUnit: 'ml',
    price: 4250,
  })
})

test('a line that can’t be read is named', () => {
  expect(() => readShadeLines('Fig\nPlum, $x', defaults)).toThrow(/^Line 2: Enter a number/)
  expect(() => readShadeLines('Fig, 1, Satin, Long, Extra', defaults)).toThrow(/^Line 1: Enter a name/)
})
