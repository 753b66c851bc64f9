import { expect, test } from 'vitest'
import { escapeFormula, unescapeFormula } from './csv-cell.ts'

test('formulas are escaped and restored; plain text and numbers stay unchanged', () => {
  const commands = ['=cmd()', '+1+1', '@SUM(A1)', '-2+3', '\tx', '＝x', "'=x", "''@x", '-']
  for (const cell of commands) {
    expect(escapeFormula(cell)).toBe(`'${cell}`)
    expect(unescapeFormula(String(escapeFormula(cell)))).toBe(cell)
  }
  for (const cell of ['rose', '', '-4', '-12.50', "'s", "it's = x", 'a=b']) {
    expect(escapeFormula(cell)).toBe(cell)
    expect(unescapeFormula(cell)).toBe(cell)
  }
  expect([escapeFormula(-4.5), escapeFormula(null)]).toEqual([-4.5, null])
})
