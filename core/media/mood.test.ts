import { expect, test } from 'vitest'
import { MOODS, moodFileName, moodWidths, parseMoodFileName } from './mood.ts'

test('every file name that a page links to is parsed', () => {
  for (const mood of MOODS) {
    expect(parseMoodFileName(moodFileName(mood))).toEqual({ mood })
    for (const width of moodWidths()) {
      const size = { width, format: 'avif' } as const
      expect(parseMoodFileName(moodFileName(mood, size))).toEqual({ mood, size })
    }
  }
})

test('any other file name is refused', () => {
  for (const name of [
    'mood-.webp',
    'mood-garden.webp',
    'mood-home-641.avif',
    'mood-home-640.svg',
    'mood-home.avif',
    'xmood-home.webp',
    'mood-home.webp/',
  ]) {
    expect(parseMoodFileName(name), name).toBeUndefined()
  }
})
