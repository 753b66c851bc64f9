import { expect, test } from 'vitest'
import { drawMonogram, monogramName } from './monogram.ts'

test.each([
  ['Velvet Lipstick', 'drawn-monogram-vl'],
  ['Crème de Rose', 'drawn-monogram-cd'],
  ['Solstice', 'drawn-monogram-s'],
  ['№ 5', 'drawn-monogram-n'],
  ['薔薇の香り', 'drawn-monogram-empty'],
])('%s is shown as %s', (name, id) => {
  expect(monogramName(name)).toBe(id)
})

test('the tile shows the initials and nothing else', () => {
  expect(drawMonogram('drawn-monogram-vl.svg')?.replaceAll(/<[^>]+>/g, '')).toBe('VL')
  expect(drawMonogram('drawn-monogram-empty.svg')?.replaceAll(/<[^>]+>/g, '')).toBe('')
  expect(drawMonogram('drawn-monogram-vl.svg')).not.toMatch(/undefined|NaN|href|<script/)
})

test('other file names are no tiles', () => {
  for (const name of ['drawn-jar-blush.svg', 'drawn-monogram-abc.svg', 'drawn-monogram-.svg'])
    expect(drawMonogram(name)).toBeUndefined()
})
