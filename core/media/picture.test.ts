import { describe, expect, test } from 'vitest'
import { findMood, MOODS, moodPicture } from './mood.ts'
import { emailSizes, PICTURE_FORMATS, parseMediaFileName, sizeFileName, widthsFor } from './picture.ts'

describe('the name of a picture’s file', () => {
  const id = 'pic_0123456789abcdefghij'

  test('leads back to the picture and its size', () => {
    for (const width of widthsFor(1500, false))
      for (const format of PICTURE_FORMATS)
        expect(parseMediaFileName(sizeFileName({ id, width, format }))).toEqual({
          id,
          size: { id, width, format },
        })
    for (const size of emailSizes(id)) expect(parseMediaFileName(sizeFileName(size))).toEqual({ id, size })
    for (const extension of ['webp', 'jpeg', 'png', 'avif', 'svg'])
      expect(parseMediaFileName(`${id}.${extension}`)).toEqual({ id })
  })

  test.each([
    `${id}-0.webp`,
    `${id}-0320.webp`,
    `${id}-99999.webp`,
    `${id}-480.jpeg`,
    `${id}-320.png`,
    `${id}.gif`,
    `${id}x.webp`,
    'pic_short.webp',
    `../${id}.webp`,
    `${id}.webp/..`,
    `${id}.webp\n`,
    'mood-.webp',
    '',
  ])('is refused if no page links to it: %j', (name) => {
    expect(parseMediaFileName(name)).toBeUndefined()
  })

  test('of a banner is found by its mood', () => {
    for (const mood of MOODS) {
      const { url } = moodPicture(mood)
      expect(findMood(parseMediaFileName(url.replace('/media/', ''))?.id ?? '')).toBe(mood)
    }
    expect(findMood('mood-none')).toBeUndefined()
    expect(findMood('home')).toBeUndefined()
  })
})

test('a picture is never enlarged', () => {
  expect(widthsFor(319, false)).toEqual([319])
  expect(widthsFor(640, false)).toEqual([320, 480, 640])
})

test('a picture is served in its own width, up to 1600 for products, 2400 for moods', () => {
  expect(widthsFor(1500, false)).toEqual([320, 480, 640, 960, 1280, 1500])
  expect(widthsFor(1600, false).at(-1)).toBe(1600)
  expect(widthsFor(6000, false).at(-1)).toBe(1600)
  expect(widthsFor(moodPicture('home').width, true).at(-1)).toBe(2400)
})
