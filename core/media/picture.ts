export type Picture = { id: string; url: string; width: number; height: number; alt: string }

/** Without what is stored with it and no page displays. */
export function toPicture({ id, url, width, height, alt }: Picture): Picture {
  return { id, url, width, height, alt }
}

/** Origins with this prefix are bundled pictures. Any other origin is an upload's path. */
export const BUNDLED_PREFIX = 'bundled:'

const STANDARD_WIDTHS = [320, 480, 640, 960, 1280, 1600]
const WIDEST_PRODUCT_PICTURE = 1600
/** Only moods fill a wide screen. */
const WIDEST_MOOD = 2400
export const PICTURE_FORMATS = ['avif', 'webp'] as const
/** Pages use `PICTURE_FORMATS`. Emails use JPEG, because Outlook shows neither of them. */
export type PictureFormat = (typeof PICTURE_FORMATS)[number] | 'jpeg'

export type PictureSize = { id: string; width: number; format: PictureFormat }

/** The widest one is the master's own width. */
export function widthsFor(master: number, isMood: boolean): number[] {
  const widest = Math.min(master, isMood ? WIDEST_MOOD : WIDEST_PRODUCT_PICTURE)
  return [...STANDARD_WIDTHS.filter((width) => width < widest), widest]
}

export function sizeFileName({ id, width, format }: PictureSize): string {
  return `${id}-${width}.${format}`
}

export function emailPictureSize(id: string): PictureSize {
  return { id, width: 320, format: 'jpeg' }
}

/** As wide as an email, with two pixels per point. */
export function emailBannerSize(id: string): PictureSize {
  return { id, width: 1120, format: 'jpeg' }
}

export const emailSizes = (id: string) => [emailPictureSize(id), emailBannerSize(id)]

/** The width is any number: whether the picture has that size is up to its master. */
export function parseMediaFileName(name: string): { id: string; size?: PictureSize } | undefined {
  const match =
    /^(pic_[0-9a-z]{20}|mood-[a-z]+(?:-[a-z]+)*)(?:-([1-9]\d{0,3})\.(avif|webp|jpeg)|\.(?:webp|jpeg|png|avif|svg))$/.exec(
      name,
    )
  const [, id, width, format] = match ?? []
  if (!id) return undefined
  if (!width) return { id }
  if (format === 'jpeg') {
    const size = emailSizes(id).find((emailSize) => emailSize.width === Number(width))
    return size && { id, size }
  }
  return { id, size: { id, width: Number(width), format: format === 'avif' ? 'avif' : 'webp' } }
}
