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
  /** The widest file that any screen needs, in pixels. Known from `sizes` if that is one length. */
  maxWidth?: number
  /** For the main picture of a page: fetched first, never lazily. */
  priority?: boolean
  className?: string
}

export function Picture({
  picture,
  sizes,
  maxWidth = widestScreenNeeds(sizes),
  priority = false,
  className = '',
}: Props) {
  const { id, url, width, height, alt } = picture
  const loading = priority
    ? ({ fetchPriority: 'high' } as const)
    : ({ loading: 'lazy', decoding: 'async' } as const)
  const isVector = url.endsWith('.svg')
  const allWidths = widthsFor(width, isMoodPicture(id))
  const widest = allWidths.find((each) => each >= maxWidth) ?? width
  const widths = allWidths.filter((each) => each <= widest)
  const fileUrl = (width: number, format: PictureFormat) => `/media/${sizeFileName({ id, width, format })}`
  return (
    <picture>
      {!isVector && (
        <source
          type="image/avif"
          srcSet={widths.map((each) => `${fileUrl(each, 'avif')} ${each}w`).join(', ')}
          sizes={sizes}
        />
      )}
      <img
        // For the few browsers without AVIF.
        src={isVector ? url : fileUrl(widths.findLast((each) => each <= 960) ?? width, 'webp')}
        width={width}
        height={height}
        alt={alt}
        className={className}
        {...loading}
      />
    </picture>
  )
}

/** At most three pixels per point. */
function widestScreenNeeds(sizes: string): number {
  return /^[\d.]+rem$/.test(sizes) ? Number.parseFloat(sizes) * 48 : Number.POSITIVE_INFINITY
}
