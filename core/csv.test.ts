import { expect, test } from 'vitest'
import { guarded, unguarded } from './csv.ts'

test('a command goes out as text and comes back as it was; numbers are numbers', () => {
  const commands = ['=cmd()', '+1+1', '@SUM(A1)', '-2+3', '\tx', '＝x', "'=x", "''@x", '-']
  for (const said of commands) {
    expect(guarded(said)).toBe(`'${said}`)
    expect(unguarded(String(guarded(said)))).toBe(said)
  }
  for (const said of ['rose', '', '-4', '-12.50', "'s", "it's = x", 'a=b']) {
    expect(guarded(said)).toBe(said)
    expect(unguarded(said)).toBe(said)
  }
  expect([guarded(-4.5), guarded(null)]).toEqual([-4.5, null])
})
