import { expect, test } from 'vitest'
import { PRODUCT_FIELDS } from '#core/catalog/product-fields.ts'
import { toFieldText } from './field-text.ts'

const toLines = (cell: string, column: 'benefits' | 'ingredients' = 'benefits') =>
  toFieldText(cell, column, PRODUCT_FIELDS[column])

const richText = (...children: object[]) => JSON.stringify({ type: 'root', children })
const paragraph = (value: string) => ({ type: 'paragraph', children: [{ type: 'text', value }] })
const item = (value: string) => ({ type: 'list-item', children: [{ type: 'text', value, bold: true }] })

test.each([
  ['Plain, with <3 and a & b', 'Plain, with <3 and a & b'],
  ['<p>Salt &amp; sea</p><p>Soft</p>', 'Salt & sea\n\nSoft'],
  [richText(paragraph('One'), paragraph('Two')), 'One\n\nTwo'],
  [
    richText({ type: 'list', listType: 'unordered', children: [item('Day'), item('Night')] }),
    '– Day\n– Night',
  ],
  ['["Dry", "Oily"]', 'Dry, Oily'],
  ['["Dry", {"a": 1}]', '["Dry", {"a": 1}]'],
  ['{"type":"root"', '{"type":"root"'],
  ['{"value":1}', '{"value":1}'],
  ['[', '['],
  ["'11", '11'],
  ["'Twas", "'Twas"],
])('as a text, %j is %j', (cell, text) => {
  expect(toFieldText(cell)).toBe(text)
})

test('lists have one item per line, from JSON, rich text, HTML, and bulleted lines', () => {
  expect(toLines('["Calms", "Two\\nlines"]')).toBe('Calms\nTwo lines')
  expect(toLines(richText({ type: 'list', children: [item('Day'), item('Night')] }))).toBe('Day\nNight')
  expect(toLines('<ul><li>Day</li><li>Night</li></ul>')).toBe('Day\nNight')
  expect(toLines('• Day\n- Night')).toBe('Day\nNight')
  expect(toLines('cleansing; hydrating;softening')).toBe('cleansing\nhydrating\nsoftening')
  expect(toLines('glycerin; water, pure', 'ingredients')).toBe('glycerin\nwater, pure')
  expect(toLines('Calms, soothes, and lasts.')).toBe('Calms, soothes, and lasts.')
})

test('ingredients on one line are separated by commas, but not within names', () => {
  expect(toLines('Aqua (Water, Purified), 1,2-Hexanediol, Rosa Damascena Oil', 'ingredients')).toBe(
    'Aqua (Water, Purified)\n1,2-Hexanediol\nRosa Damascena Oil',
  )
  expect(toLines('Aqua, Glycerin\nTalc', 'ingredients')).toBe('Aqua, Glycerin\nTalc')
})

test.each(['<a', '{"type":"root","children":[', '[', '(', ',', ', ', '<a b'])(
  '100,000 characters of %j are read once',
  (part) => {
    toLines(part.repeat(100_000 / part.length), 'ingredients')
  },
)
