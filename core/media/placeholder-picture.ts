import type { Picture } from './picture.ts'

/** The picture of a product without photos: one for each category, in `public/media/placeholders`. */
export function placeholderPicture({ name, category }: { name: string; category: string }): Picture {
  const [word = ''] = category.toLowerCase().split(' ')
  const id = `placeholder-${word}`
  return { id, url: `/media/placeholders/${word}.svg`, width: 900, height: 1200, alt: name, preview: '' }
}

export const isPlaceholder = ({ id }: Pick<Picture, 'id'>) => id.startsWith('placeholder-')
