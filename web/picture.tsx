import { isMoodPicture } from '#core/media/mood.ts'
import {
  type PictureFormat,
  type Picture as PictureSource,
  sizeFileName,
  widthsFor,
} from '#core/media/picture.ts'

type Props = {
  picture: PictureSource
  sizes: string
  /** For the main picture of a page: fetched first, never lazily. */
  priority?: boolean
  className?: string
}

export function Picture({ picture, sizes, priority = false, className = '' }: Props) {
  const { url, width, height, alt } = picture
  const loading = priority
    ? ({ fetchPriority: 'high' } as const)
    : ({ loading: 'lazy', decoding: 'async' } as const)
  const isVector = url.endsWith('.svg')
  return (
    <picture>
      {!isVector && <source type="image/avif" srcSet={srcSet(picture, 'avif')} sizes={sizes} />}
      {!isVector && <source type="image/webp" srcSet={srcSet(picture, 'webp')} sizes={sizes} />}
      <img src={url} width={width} height={height} alt={alt} className={className} {...loading} />
    </picture>
  )
}

function srcSet({ id, width }: PictureSource, format: PictureFormat): string {
  return widthsFor(width, isMoodPicture(id))
    .map((width) => `/media/${sizeFileName({ id, width, format })} ${width}w`)
    .join(', ')
}
