import { open, readFile, stat, writeFile } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { invalidInput, Refusal } from '../errors.ts'
import { findOption } from '../pagination.ts'
import { runPictureTask, UnreadablePicture } from './processing/picture-task.server.ts'
import { MAX_SVG_BYTES, sanitizeSvg } from './svg.ts'
import { FILE_TYPES, getExtension, IMAGE_EXTENSIONS, MAX_PIXELS } from './upload.ts'

export type FileInspection = {
  extension: string
  type: string
  picture: { width: number; height: number; hasMetadata: boolean } | null
}

/** Detects the type from the bytes and refuses a file whose extension doesn't match. */
export async function inspectFile(
  file: string,
  name: string,
  only: 'images' | 'all',
): Promise<FileInspection> {
  const extension = getExtension(name)
  const expected = findOption(FILE_TYPES, extension)
  const images: readonly string[] = IMAGE_EXTENSIONS
  if (!expected || (only === 'images' && !images.includes(extension))) {
    throw invalidInput(
      'file',
      only === 'images'
        ? 'Only images can be uploaded here: JPG, PNG, GIF, WebP, or SVG.'
        : 'This file type isn’t supported. Upload an image, video, audio file, PDF, DOC, DOCX, or TXT.',
    )
  }
  const detectedType = (await fileTypeFromFile(file))?.mime
  const type = detectedType && detectedType !== 'application/xml' ? detectedType : await detectTextType(file)
  if (!type || !expected.bytes.includes(type)) {
    throw invalidInput(
      'file',
      `This file’s content doesn’t match its .${extension} extension. Export it again and retry.`,
    )
  }
  if (extension === 'docx' && (await unpackedSize(file)) > MAX_UNPACKED_BYTES)
    throw invalidInput(
      'file',
      'This document is too large when unpacked. Upload one of at most 500 MB unpacked.',
    )
  const isPicture = images.includes(extension) && extension !== 'svg'
  return { extension, type: expected.type, picture: isPicture ? await readDimensions(file) : null }
}

async function readDimensions(file: string): Promise<NonNullable<FileInspection['picture']>> {
  const metadata = await runPictureTask('readMetadata', file).catch(explainUnreadable)
  const pixels = metadata.width * (metadata.pageHeight ?? metadata.height)
  if (pixels > MAX_PIXELS) {
    const megapixels = Math.round(pixels / 1_000_000)
    throw new Refusal(
      'too_large',
      `This image has ${megapixels} megapixels. Upload one of at most ${MAX_PIXELS / 1_000_000} megapixels.`,
    )
  }
  await runPictureTask('decode', file).catch(explainUnreadable)
  const isRotated = metadata.orientation >= 5
  const [width, height] = isRotated ? [metadata.height, metadata.width] : [metadata.width, metadata.height]
  return { width, height: metadata.pageHeight ?? height, hasMetadata: metadata.hasMetadata }
}

export async function stripMetadata(file: string, to: string, extension: string): Promise<void> {
  const copy = { to, extension, maxPixels: MAX_PIXELS }
  await runPictureTask('stripMetadata', file, copy).catch(explainUnreadable)
}

function explainUnreadable(error: unknown): never {
  throw error instanceof UnreadablePicture ? unreadable() : error
}

const unreadable = () => invalidInput('file', 'This image can’t be read. Export it again and retry.')

const HEAD_BYTES = 64 * 1024

// A comment can't contain its own end, so there is one way to match each text, and the time stays linear.
const SVG_START =
  /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:[^-]|-(?!->))*-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg[\s>]/i

async function detectTextType(file: string): Promise<string | undefined> {
  const { size } = await stat(file)
  const head = await readBytes(file, 0, Math.min(HEAD_BYTES, size))
  const text = head.toString('utf8')
  if (SVG_START.test(text)) return 'image/svg+xml'
  return head.includes(0) ? undefined : 'text/plain'
}

/** Removes scripts, event handlers, and links to other files. */
export async function cleanSvg(file: string, to: string): Promise<void> {
  const { size } = await stat(file)
  if (size > MAX_SVG_BYTES)
    throw new Refusal('too_large', 'This SVG is too large. Upload one of at most 5 MB.')
  const clean = sanitizeSvg(await readFile(file, 'utf8'))
  if (clean === undefined) throw unreadable()
  await writeFile(to, clean)
}

const MAX_UNPACKED_BYTES = 500 * 1024 * 1024

/** Adds up the sizes in the zip's central directory, without unpacking anything. */
async function unpackedSize(file: string): Promise<number> {
  const { size } = await stat(file)
  const tail = await readBytes(file, Math.max(0, size - HEAD_BYTES), Math.min(HEAD_BYTES, size))
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || end + 20 > tail.length)
    throw invalidInput('file', 'This document is incomplete or damaged. Export it again and retry.')
  const contents = await readBytes(
    file,
    tail.readUInt32LE(end + 16),
    Math.min(tail.readUInt32LE(end + 12), 4 * 1024 * 1024),
  )
  let total = 0
  for (let at = 0; at + 46 <= contents.length && contents.readUInt32LE(at) === 0x02014b50; ) {
    total += contents.readUInt32LE(at + 24)
    at +=
      46 + contents.readUInt16LE(at + 28) + contents.readUInt16LE(at + 30) + contents.readUInt16LE(at + 32)
  }
  return total
}

async function readBytes(file: string, from: number, length: number): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
