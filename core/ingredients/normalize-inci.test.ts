import { expect, test } from 'vitest'
import { normalizeInci } from './normalize-inci.ts'
import { isCasNumber, isEcNumber } from './registry-numbers.ts'

for (const [written, normalized] of [
  ['  Aloe   Barbadensis\tLeaf Juice ', 'aloe barbadensis leaf juice'],
  ['Aloe Barbadensis (Aloe Vera) Leaf Juice', 'aloe barbadensis leaf juice'],
  ['Aqua (Water)', 'aqua'],
  ['Aqua / Water / Eau', 'aqua/water/eau'],
  ['Alcohol Denat.', 'alcohol denat'],
  ['Gelée Royale', 'gelee royale'],
  ['PEG‑100 Stearate', 'peg 100 stearate'],
  ['β-Pinene', 'beta pinene'],
  ['CI77891', 'ci 77891'],
  ['C.I. 77491', 'ci 77491'],
  ['Parfum*', 'parfum'],
  [
    'Bis-(Isostearoyl/Oleoyl Isopropyl) Dimonium Methosulfate',
    'bis isostearoyl/oleoyl isopropyl dimonium methosulfate',
  ],
] as const)
  test(`“${written}” is compared as “${normalized}”`, () => {
    expect(normalizeInci(written)).toBe(normalized)
    expect(normalizeInci(normalized)).toBe(normalized)
  })

test('the check digits of registry numbers are verified', () => {
  expect(isCasNumber('7732-18-5')).toBe(true)
  expect(['7732-18-6', '7732-18', '231-791-2', ''].filter(isCasNumber)).toEqual([])
  expect(isEcNumber('231-791-2')).toBe(true)
  expect(['231-791-3', '7732-18-5', ''].filter(isEcNumber)).toEqual([])
})
