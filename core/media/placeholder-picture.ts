import type { Picture } from './picture.ts'
import { monogramName } from './placeholder/monogram.ts'

/** A neutral tile with the product's initials, since a drawn product would promise what nobody sells. */
export function placeholderPicture({ name }: { name: string }): Picture {
  const id = monogramName(name)
  return { id, url: `/media/${id}.svg`, width: 900, height: 1200, alt: name, preview: '' }
}
