import type { Picture as PictureSource } from '#core/media/picture.ts'
import { Picture } from '#web/picture.tsx'

/** Beside the name of a product in a table. */
export function Thumbnail({ picture }: { picture: PictureSource | undefined }) {
  return (
    <span aria-hidden="true" className="h-10 w-7.5 shrink-0 bg-paper">
      {picture && (
        <Picture picture={{ ...picture, alt: '' }} sizes="30px" className="size-full object-cover" />
      )}
    </span>
  )
}
