import { expect, test } from 'vitest'
import { drawCode128 } from './code-128.ts'

/** The values that a scanner reads: each symbol is 11 wide, and the stop symbol 13. */
function widthsOf(text: string): number {
  return drawCode128(text)?.width ?? 0
}

test('digits take half the space of text', () => {
  const [quiet, start, checksum, stop] = [20, 11, 11, 13]
  expect(widthsOf('12345678')).toBe(quiet + start + 4 * 11 + checksum + stop)
  expect(widthsOf('123456789')).toBe(quiet + start + 6 * 11 + checksum + stop)
  expect(widthsOf('EB-1')).toBe(quiet + start + 4 * 11 + checksum + stop)
})

test('the checksum and the bars are those of the standard’s example', () => {
  // "PJJ123C" in code set B has the checksum 55.
  const bars = drawCode128('PJJ123C')
    ?.path.match(/h(\d)v/g)
    ?.map((bar) => Number(bar[1]))
  // Symbols 104, 48, 42, 42, 17, 18, 19, 35, 55, and stop: their bars.
  const symbols = [
    '211214',
    '313121',
    '112133',
    '112133',
    '123221',
    '223211',
    '221132',
    '131321',
    '311321',
    '2331112',
  ]
  expect(bars?.join('')).toBe(
    symbols.map((symbol) => [...symbol].filter((_, index) => index % 2 === 0).join('')).join(''),
  )
})

test('text that the code can’t hold has no barcode', () => {
  for (const text of ['', 'rosé', '香水', 'a\nb', 'x'.repeat(49)]) expect(drawCode128(text)).toBeUndefined()
})
