/** `preview` is a small data URL, or empty. */
export type Picture = { id: string; url: string; width: number; height: number; alt: string; preview: string }

/** Origins with this prefix are bundled pictures. Any other origin is an upload's path. */
export const BUNDLED_PREFIX = 'house:'

export const PICTURE_WIDTHS = [320, 480, 640, 960, 1280, 1600, 2400] as const
/** Only moods fill a wide screen. */
const WIDEST_PRODUCT_PICTURE = 1600
export const PICTURE_FORMATS = ['avif', 'webp'] as const
/** Pages use `PICTURE_FORMATS`. Emails use JPEG, because Outlook shows neither of them. */
export type PictureFormat = (typeof PICTURE_FORMATS)[number] | 'jpeg'

export type PictureWidth = (typeof PICTURE_WIDTHS)[number]
export type PictureSize = { id: string; width: PictureWidth; format: PictureFormat }

export function widthsFor(master: number, isMood: boolean): PictureWidth[] {
  const widest = isMood ? master : Math.min(master, WIDEST_PRODUCT_PICTURE)
  return PICTURE_WIDTHS.filter((width) => width <= widest)
}

export function sizeFileName({ id, width, format }: PictureSize): string {
  return `${id}-${width}.${format}`
}

export function emailPictureSize(id: string): PictureSize {
  return { id, width: 320, format: 'jpeg' }
}

export function parseMediaFileName(name: string): { id: string; size?: PictureSize } | undefined {
  const match =
    /^(pic_[0-9a-z]{20}|mood-[a-z]+)(?:-(\d{2,4})\.(avif|webp|jpeg)|\.(?:webp|jpeg|png|avif|svg))$/.exec(name)
  const [, id, width, format] = match ?? []
  if (!id) return undefined
  if (!width) return { id }
  if (format === 'jpeg') {
    const size = emailPictureSize(id)
    return size.width === Number(width) ? { id, size } : undefined
  }
  const knownWidth = PICTURE_WIDTHS.find((candidate) => candidate === Number(width))
  return knownWidth
    ? { id, size: { id, width: knownWidth, format: format === 'avif' ? 'avif' : 'webp' } }
    : undefined
}
