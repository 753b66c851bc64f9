import type { Picture as PictureSource } from '#core/media/picture.ts'
import { Picture } from '../picture.tsx'

type Props = { picture: PictureSource | undefined; alt: string; caption: string }

export function RichTextPicture({ picture, alt, caption }: Props) {
  if (!picture) return null
  return (
    <figure className="py-4">
      <Picture
        picture={{ ...picture, alt }}
        sizes="(min-width: 48rem) 40rem, 100vw"
        className="h-auto w-full"
      />
      {caption && <figcaption className="mt-3 text-ink-soft text-small">{caption}</figcaption>}
    </figure>
  )
}
