import {
  PICTURE_FORMATS,
  PICTURE_WIDTHS,
  type PictureFormat,
  type PictureWidth,
  widthsFor,
} from './picture.ts'

/** Wide banner pictures: bundled photographs (`mood/home.webp`), or drawings where there is none. */
export const MOODS = ['home', 'skincare', 'makeup', 'haircare', 'fragrance', 'tools'] as const
export type Mood = (typeof MOODS)[number]

export const MOOD_SIZE = { width: 1600, height: 1000 }

export type MoodSize = { width: PictureWidth; format: PictureFormat }

/** `mood-home.webp` is the picture itself, `mood-home-640.avif` a size of it. */
export function moodFileName(mood: Mood, size?: MoodSize): string {
  return size ? `mood-${mood}-${size.width}.${size.format}` : `mood-${mood}.webp`
}

export function moodWidths(): PictureWidth[] {
  return widthsFor(MOOD_SIZE.width)
}

export function parseMoodFileName(name: string): { mood: Mood; size?: MoodSize } | undefined {
  const [, moodText, widthText, extension] =
    /^mood-([a-z]+)(?:-(\d{3,4}))?\.(webp|avif|svg)$/.exec(name) ?? []
  const mood = MOODS.find((known) => known === moodText)
  const width = PICTURE_WIDTHS.find((known) => String(known) === widthText)
  const format = PICTURE_FORMATS.find((known) => known === extension)
  if (!mood || (widthText && !(width && format)) || (!widthText && extension === 'avif')) return undefined
  return width && format ? { mood, size: { width, format } } : { mood }
}
