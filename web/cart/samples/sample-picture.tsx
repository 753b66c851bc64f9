import type { Picture as PictureSource } from '#core/media/picture.ts'
import { Picture } from '../../picture.tsx'

export function SamplePicture({ picture }: { picture: PictureSource | null }) {
  return (
    <span aria-hidden className="aspect-3/4 w-14 shrink-0 bg-paper-deep">
      {picture && (
        <Picture picture={{ ...picture, alt: '' }} sizes="4rem" className="size-full object-cover" />
      )}
    </span>
  )
}
