import type { Category } from '#core/catalog/categories.ts'
import { type Mood, moodPicture } from '#core/media/mood.ts'
import type { Picture } from '#core/media/picture.ts'

const MOOD: Record<Category, Mood> = {
  Skincare: 'skincare',
  Makeup: 'makeup',
  Haircare: 'haircare',
  Fragrance: 'fragrance',
  'Tools & Accessories': 'tools',
}

export const categoryPicture = (category: Category): Picture => moodPicture(MOOD[category])
