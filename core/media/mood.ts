import type { Picture } from './picture.ts'

/** Wide banner photographs: `media/mood/home.webp` and so on. */
export const MOODS = [
  'home',
  'skincare',
  'makeup',
  'haircare',
  'fragrance',
  'tools',
  'rose-hips',
  'hard-water',
  'winter-cream',
] as const
export type Mood = (typeof MOODS)[number]

const PREFIX = 'mood-'

/** Its URL stays the same when the photograph changes. Decorative, so the alt text is empty. */
export function moodPicture(mood: Mood): Picture {
  const id = PREFIX + mood
  return { id, url: `/media/${id}.webp`, width: 2400, height: 1500, alt: '' }
}

export const isMoodPicture = (pictureId: string): boolean => pictureId.startsWith(PREFIX)

export function findMood(pictureId: string): Mood | undefined {
  return MOODS.find((mood) => pictureId === PREFIX + mood)
}
