export type PictureSource = { id: string; url: string; width: number; height: number; alt: string; preview: string }

/** The widths that the pipeline makes of each master; the browser picks by `sizes`. */
export const WIDTHS = [320, 480, 640, 960, 1280] as const

type Props = {
  picture: PictureSource
  sizes: string
  /** The main picture of a page: fetched first, never lazily. */
  priority?: boolean
  className?: string
}

export function Picture({ picture, sizes, priority = false, className = '' }: Props) {
  const { url, width, height, alt } = picture
  const loading = priority ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy', decoding: 'async' } as const)
  const vector = url.endsWith('.svg')
  return (
    <picture>
      {!vector && <source type="image/avif" srcSet={srcSet(picture, 'avif')} sizes={sizes} />}
      {!vector && <source type="image/webp" srcSet={srcSet(picture, 'webp')} sizes={sizes} />}
      <img src={url} width={width} height={height} alt={alt} className={className} {...loading} />
    </picture>
  )
}

function srcSet({ id, width }: PictureSource, format: 'avif' | 'webp'): string {
  const widths = WIDTHS.filter((candidate) => candidate <= width)
  return widths.map((candidate) => `/media/${id}-${candidate}.${format} ${candidate}w`).join(', ')
}
