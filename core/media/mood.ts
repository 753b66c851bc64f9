import { FORMATS, type Format, WIDTHS, type Width, widthsFor } from './picture.ts'

/** Wide pictures of the whole house, beside words: photographed (`mood/home.webp` in the house's folder) or else drawn. */
export const MOODS = ['home', 'skincare', 'makeup', 'haircare', 'fragrance', 'tools'] as const
export type Mood = (typeof MOODS)[number]

/** As masters are delivered; a smaller one is sent where these widths are asked for. */
export const MOOD_SIZE = { width: 1600, height: 1000 }

export type MoodSize = { width: Width; format: Format }

/** `mood-home.webp` is the picture itself, `mood-home-640.avif` a size of it. */
export function moodName(mood: Mood, size?: MoodSize): string {
  return size ? `mood-${mood}-${size.width}.${size.format}` : `mood-${mood}.webp`
}

export function moodSizes(): Width[] {
  return widthsFor(MOOD_SIZE.width)
}

export function readMoodName(name: string): { mood: Mood; size?: MoodSize } | undefined {
  const [, what, wide, ending] = /^mood-([a-z]+)(?:-(\d{3,4}))?\.(webp|avif|svg)$/.exec(name) ?? []
  const mood = MOODS.find((known) => known === what)
  const width = WIDTHS.find((known) => String(known) === wide)
  const format = FORMATS.find((known) => known === ending)
  if (!mood || (wide && !(width && format)) || (!wide && ending === 'avif')) return undefined
  return width && format ? { mood, size: { width, format } } : { mood }
}
