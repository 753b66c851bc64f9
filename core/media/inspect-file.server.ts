import { stat } from 'node:fs/promises'
import { TaskFailed, TaskOutOfMemory } from '#core/child-process/child-process.server.ts'
import { invalidInput, Refusal } from '../errors.ts'
import { findOption } from '../pagination.ts'
import { runPictureTask } from './processing/run-picture-task.server.ts'
import { MAX_SVG_BYTES } from './svg.ts'
import { FILE_TYPES, getExtension, IMAGE_EXTENSIONS, MAX_PIXELS } from './upload.ts'

const MAX_UNPACKED_BYTES = 500 * 1024 * 1024

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
  const type = await detectFileType(file)
  if (!type || !expected.bytes.includes(type)) {
    throw invalidInput(
      'file',
      `This file’s content doesn’t match its .${extension} extension. Export it again and retry.`,
    )
  }
  if (
    extension === 'docx' &&
    (await runPictureTask('sumUnpackedSizes', file).catch(explainUnreadable)) > MAX_UNPACKED_BYTES
  )
    throw invalidInput(
      'file',
      'This document is too large when unpacked. Upload one of at most 500 MB unpacked.',
    )
  const isPicture = images.includes(extension) && extension !== 'svg'
  return { extension, type: expected.type, picture: isPicture ? await readDimensions(file) : null }
}

/** By its bytes. */
export function detectFileType(file: string): Promise<string | undefined> {
  return runPictureTask('detectType', file).catch(explainUnreadable)
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
  if (error instanceof TaskOutOfMemory)
    throw new Refusal(
      'too_large',
      'This file needs too much memory to be read. Upload one with fewer pixels.',
    )
  if (!(error instanceof TaskFailed)) throw error
  throw invalidInput('file', 'This file can’t be read. Export it again and retry.')
}

/** Removes scripts, event handlers, and links to other files. */
export async function cleanSvg(file: string, to: string): Promise<void> {
  const { size } = await stat(file)
  if (size > MAX_SVG_BYTES)
    throw new Refusal('too_large', 'This SVG is too large. Upload one of at most 5 MB.')
  await runPictureTask('cleanSvg', file, to).catch(explainUnreadable)
}
