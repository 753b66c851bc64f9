import { isMoodPicture } from '#core/media/mood.ts'
import { type Picture as PictureSource, sizeFileName, widthsFor } from '#core/media/picture.ts'

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
  const { url, width, height, alt } = picture
  const loading = priority
    ? ({ fetchPriority: 'high' } as const)
    : ({ loading: 'lazy', decoding: 'async' } as const)
  const isVector = url.endsWith('.svg')
  const widths = fileWidths(picture, maxWidth)
  return (
    <picture>
      {!isVector && (
        <source
          type="image/avif"
          srcSet={srcSet(picture, widths)}
          sizes={widths.length > 1 ? sizes : undefined}
        />
      )}
      <img
        src={isVector ? url : fallbackUrl(picture, widths)}
        width={width}
        height={height}
        alt={alt}
        className={className}
        {...loading}
      />
    </picture>
  )
}

const MAX_PIXEL_RATIO = 3
const PIXELS_PER_REM = 16

function widestScreenNeeds(sizes: string): number {
  const [, length, unit] = /^([\d.]+)(rem|px)$/.exec(sizes) ?? []
  if (!length) return Number.POSITIVE_INFINITY
  return Number(length) * (unit === 'rem' ? PIXELS_PER_REM : 1) * MAX_PIXEL_RATIO
}

function fileWidths({ id, width }: PictureSource, maxWidth: number): number[] {
  const widths = widthsFor(width, isMoodPicture(id))
  const widest = widths.find((each) => each >= maxWidth)
  return widest ? widths.filter((each) => each <= widest) : widths
}

function srcSet({ id }: PictureSource, widths: number[]): string {
  const urls = widths.map((width) => `/media/${sizeFileName({ id, width, format: 'avif' })}`)
  return widths.length === 1 ? urls.join() : urls.map((url, index) => `${url} ${widths[index]}w`).join(', ')
}

const FALLBACK_WIDTH = 960

/** For the few browsers without AVIF. */
function fallbackUrl({ id }: PictureSource, widths: number[]): string {
  const width = widths.findLast((each) => each <= FALLBACK_WIDTH) ?? widths[0] ?? FALLBACK_WIDTH
  return `/media/${sizeFileName({ id, width, format: 'webp' })}`
}
