import { readFile, writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import type { PictureFormat } from '../picture.ts'
import { sanitizeSvg } from '../svg.ts'
import { detectType, sumUnpackedSizes } from './detect-type.ts'

export type OutputSize = { width: number; format: PictureFormat }

/** They run in the picture process, so their parameters and results must be serializable. */
export const pictureTasks = {
  detectType,
  sumUnpackedSizes,
  cleanSvg,
  readMetadata,
  decode,
  stripMetadata,
  makePreview,
  resize: oneAtATime(resize),
  drawIcon,
  drawSharePicture,
}

/** As each takes up to 100 MB. Uploads that are inspected meanwhile don't wait. */
function oneAtATime<Parameters extends unknown[], Result>(
  run: (...parameters: Parameters) => Promise<Result>,
): (...parameters: Parameters) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (...parameters) => {
    const result = last.then(() => run(...parameters))
    last = result.catch(() => {})
    return result
  }
}

/** Removes scripts, event handlers, and links to other files. */
async function cleanSvg(file: string, to: string): Promise<void> {
  const clean = sanitizeSvg(await readFile(file, 'utf8'))
  if (clean === undefined) throw new Error('Not well formed')
  await writeFile(to, clean)
}

async function readMetadata(source: string | Uint8Array) {
  const metadata = await sharp(source, { limitInputPixels: false }).metadata()
  const { width, height, pageHeight, format, orientation = 1 } = metadata
  const hasMetadata = Boolean(metadata.exif || metadata.xmp || metadata.iptc) || orientation > 1
  return { width, height, pageHeight, format, orientation, hasMetadata }
}

/** Reads every pixel, because the header of a picture that ends too early is intact. */
async function decode(file: string): Promise<void> {
  await sharp(file).resize(1).toBuffer()
}

type Copy = { to: string; extension: string; maxPixels: number }

/** Removes camera metadata such as location, time, and author, which would be published with the picture. */
async function stripMetadata(file: string, { to, extension, maxPixels }: Copy): Promise<void> {
  const animated = extension === 'webp' || extension === 'gif'
  const oriented = sharp(file, { animated, limitInputPixels: maxPixels }).autoOrient().keepIccProfile()
  const encoded =
    extension === 'png'
      ? oriented.png()
      : extension === 'webp'
        ? oriented.webp({ quality: 92 })
        : extension === 'gif'
          ? oriented.gif()
          : oriented.jpeg({ quality: 92 })
  await encoded.toFile(to)
}

function makePreview(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes).resize(12).webp({ quality: 40 }).toBuffer()
}

/** Decodes once: for each size, it would take a fifth of the time. The sizes of a width follow each other. */
async function resize(bytes: Uint8Array, sizes: OutputSize[]): Promise<Buffer[]> {
  const original = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const results: Buffer[] = []
  let resized = original
  let resizedTo: number | undefined
  // One after the other, which needs the least memory.
  for (const { width, format } of sizes) {
    if (width !== resizedTo) {
      resized = await sharp(original.data, { raw: original.info })
        .resize(width, null, { withoutEnlargement: true })
        .raw()
        .toBuffer({ resolveWithObject: true })
      resizedTo = width
    }
    // `info` says that the colors are multiplied by the opacity, but only the resize itself did so.
    const raw = { ...resized.info, premultiplied: false }
    results.push(await encode(sharp(resized.data, { raw }), format))
  }
  return results
}

// AVIF: half the CPU time of effort 2, for 3% more bytes.
const EFFORT = { avif: 1, webp: 2 }

function encode(picture: Sharp, format: PictureFormat): Promise<Buffer> {
  // JPEG has no transparency.
  if (format === 'jpeg') return picture.flatten({ background: 'white' }).jpeg({ quality: 82 }).toBuffer()
  return format === 'avif'
    ? picture.avif({ quality: 55, effort: EFFORT.avif, chromaSubsampling: '4:2:0' }).toBuffer()
    : picture.webp({ quality: 80, effort: EFFORT.webp }).toBuffer()
}

type IconSize = { size: number; padding: number; background: string }

/** Opaque, because iOS shows transparent pixels as black. */
function drawIcon(bytes: Uint8Array, { size, padding, background }: IconSize): Promise<Buffer> {
  const inner = size - 2 * padding
  return sharp(bytes)
    .resize(inner, inner, { fit: 'contain', background: '#0000' })
    .extend({ top: padding, bottom: padding, left: padding, right: padding, background: '#0000' })
    .flatten({ background })
    .png()
    .toBuffer()
}

type ShareCard = { card: Uint8Array; width: number; height: number; picture?: Uint8Array }

/** A wide picture fills the card. A tall one stands on its right. */
async function drawSharePicture({ card, width, height, picture }: ShareCard): Promise<Buffer> {
  if (!picture) return encodeShare(sharp(card))
  const { width: masterWidth, height: masterHeight } = await sharp(picture).metadata()
  if (masterWidth >= masterHeight * 1.2) return encodeShare(sharp(picture).resize(width, height))
  const column = Math.round(height * 0.8)
  const input = await sharp(picture).resize(column, height).png().toBuffer()
  return encodeShare(sharp(card).composite([{ input, left: width - column, top: 0 }]))
}

const encodeShare = (picture: Sharp) =>
  picture.flatten({ background: 'white' }).jpeg({ quality: 88, progressive: true }).toBuffer()
