/** A picture as pages need it: where it is, how large, and what is to be seen. */
export type Picture = { id: string; url: string; width: number; height: number; alt: string; preview: string }

/** Where a master comes from: the house's own folder begins so, anything else is an upload's path. */
export const HOUSE = 'house:'

/** What the pipeline makes of each master; a browser picks by `sizes`. */
export const WIDTHS = [320, 480, 640, 960, 1280, 1600] as const
export const FORMATS = ['avif', 'webp'] as const
export type Format = (typeof FORMATS)[number]

export type Width = (typeof WIDTHS)[number]
export type PictureSize = { id: string; width: Width; format: Format }

export function widthsFor(master: number): Width[] {
  return WIDTHS.filter((width) => width <= master)
}

/** The file of one size: `pic_…-640.avif`. */
export function sizeName({ id, width, format }: PictureSize): string {
  return `${id}-${width}.${format}`
}

/** What an address below /media/ asks for; undefined when no page of ours could have written it. */
export function readMediaName(name: string): { id: string; size?: PictureSize } | undefined {
  const match = /^(pic_[0-9a-z]{20})(?:-(\d{2,4})\.(avif|webp)|\.(?:webp|jpeg|png|avif))$/.exec(name)
  const [, id, width, format] = match ?? []
  if (!id) return undefined
  if (!width) return { id }
  const known = WIDTHS.find((candidate) => candidate === Number(width))
  return known ? { id, size: { id, width: known, format: format === 'avif' ? 'avif' : 'webp' } } : undefined
}
