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

/** The demo's name is on the labels of these photographs. Stores with another name show others in their place. */
const UNLABELED_MOODS: Partial<Record<Mood, Mood>> = {
  home: 'tools',
  skincare: 'winter-cream',
  makeup: 'rose-hips',
  haircare: 'hard-water',
  fragrance: 'rose-hips',
}

export const unlabeledMood = (mood: Mood): Mood => UNLABELED_MOODS[mood] ?? mood

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
