import type { Picture as PictureSource } from '#core/media/picture.ts'
import { Picture } from '../../picture.tsx'

export function SamplePicture({ picture }: { picture: PictureSource | null }) {
  const className = 'aspect-3/4 h-auto w-14 shrink-0 bg-paper-deep object-cover'
  if (!picture) return <span aria-hidden className={className} />
  return <Picture picture={{ ...picture, alt: '' }} sizes="4rem" className={className} />
}
