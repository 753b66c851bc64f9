import { open, stat } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { invalidInput } from '#core/errors.ts'

const HEAD_BYTES = 64 * 1024

// A comment can't contain its own end, so there is one way to match each text, and the time stays linear.
const SVG_START =
  /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:[^-]|-(?!->))*-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg[\s>]/i

/** The media type of the bytes, whatever the file's name. */
export async function detectType(file: string): Promise<string | undefined> {
  const type = (await fileTypeFromFile(file))?.mime
  return type && type !== 'application/xml' ? type : detectTextType(file)
}

async function detectTextType(file: string): Promise<string | undefined> {
  const { size } = await stat(file)
  const head = await readBytes(file, 0, Math.min(HEAD_BYTES, size))
  const text = head.toString('utf8')
  if (SVG_START.test(text)) return 'image/svg+xml'
  return head.includes(0) ? undefined : 'text/plain'
}

/** Adds up the sizes in the zip's central directory, without unpacking anything. */
export async function sumUnpackedSizes(file: string): Promise<number> {
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
