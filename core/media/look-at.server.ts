import { open, stat } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import sharp from 'sharp'
import { Refusal } from '../errors.ts'
import { ENDINGS, endingOf, IMAGE_ENDINGS, MOST_PIXELS } from './upload.ts'

export type Seen = {
  ending: string
  type: string
  picture: { width: number; height: number; hides: boolean } | null
}

/** What a file really is, by its bytes; refused where its name says another thing. */
export async function lookAt(file: string, name: string, only: 'images' | 'all'): Promise<Seen> {
  const ending = endingOf(name)
  const known = ENDINGS[ending]
  const images: readonly string[] = IMAGE_ENDINGS
  if (!known || (only === 'images' && !images.includes(ending))) {
    throw wrong(
      only === 'images'
        ? 'Only pictures can be kept here: jpg, png, gif, webp or svg.'
        : 'Only images, video, audio, pdf, doc, docx and txt can be kept here.',
    )
  }
  const found = (await fileTypeFromFile(file))?.mime
  const type = found && found !== 'application/xml' ? found : await typeOfText(file)
  if (!type || !known.bytes.includes(type)) {
    throw wrong(
      `This file says that it is a .${ending}, and its content is another. Save it anew and try again.`,
    )
  }
  if (ending === 'docx' && (await unpackedSize(file)) > MOST_UNPACKED)
    throw wrong('This document unpacks to more than a document can hold.')
  const isPicture = images.includes(ending) && ending !== 'svg'
  return { ending, type: known.type, picture: isPicture ? await measure(file) : null }
}

async function measure(file: string): Promise<NonNullable<Seen['picture']>> {
  const found = await sharp(file, { limitInputPixels: false }).metadata().catch(unreadable)
  const pixels = found.width * (found.pageHeight ?? found.height)
  if (pixels > MOST_PIXELS) {
    const megapixels = Math.round(pixels / 1_000_000)
    throw new Refusal(
      'too_large',
      `This picture has ${megapixels} megapixels; ${MOST_PIXELS / 1_000_000} are allowed.`,
    )
  }
  const turned = (found.orientation ?? 1) >= 5
  const hides = Boolean(found.exif || found.xmp || found.iptc) || (found.orientation ?? 1) > 1
  const [width, height] = turned ? [found.height, found.width] : [found.width, found.height]
  return { width, height: found.pageHeight ?? height, hides }
}

/** The same picture without what its camera or its maker wrote into it: place, time, name. */
export async function withoutTraces(file: string, to: string, ending: string): Promise<void> {
  const picture = sharp(file, {
    limitInputPixels: MOST_PIXELS,
    animated: ending === 'webp' || ending === 'gif',
  })
  const turned = picture.autoOrient().keepIccProfile()
  const written =
    ending === 'png'
      ? turned.png()
      : ending === 'webp'
        ? turned.webp({ quality: 92 })
        : ending === 'gif'
          ? turned.gif()
          : turned.jpeg({ quality: 92 })
  await written.toFile(to).catch(unreadable)
}

function unreadable(): never {
  throw wrong('This picture can’t be read. Save it anew and try again.')
}

const HEAD = 64 * 1024

async function typeOfText(file: string): Promise<string | undefined> {
  const { size } = await stat(file)
  const head = await readPart(file, 0, Math.min(HEAD, size))
  const text = head.toString('utf8')
  if (/^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg[\s>]/i.test(text))
    return 'image/svg+xml'
  return head.includes(0) ? undefined : 'text/plain'
}

const MOST_UNPACKED = 500 * 1024 * 1024

/** As a zip's own table of contents says, without unpacking any of it. */
async function unpackedSize(file: string): Promise<number> {
  const { size } = await stat(file)
  const tail = await readPart(file, Math.max(0, size - HEAD), Math.min(HEAD, size))
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || end + 20 > tail.length) return Number.POSITIVE_INFINITY
  const contents = await readPart(
    file,
    tail.readUInt32LE(end + 16),
    Math.min(tail.readUInt32LE(end + 12), 4 * 1024 * 1024),
  )
  let sum = 0
  for (let at = 0; at + 46 <= contents.length && contents.readUInt32LE(at) === 0x02014b50; ) {
    sum += contents.readUInt32LE(at + 24)
    at +=
      46 + contents.readUInt16LE(at + 28) + contents.readUInt16LE(at + 30) + contents.readUInt16LE(at + 32)
  }
  return sum
}

async function readPart(file: string, from: number, length: number): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

function wrong(said: string): Refusal {
  return new Refusal('invalid_input', said, { file: said })
}
