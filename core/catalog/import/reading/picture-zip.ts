import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { invalidInput, Refusal } from '#core/errors.ts'
import { MAX_UPLOAD_BYTES } from '#core/media/upload.ts'

export type ZipEntry = { name: string; bytes: number }

const MAX_ENTRIES = 10_000
/** Pictures hardly shrink, so a ZIP that unpacks to far more than an upload isn't one of pictures. */
const MAX_UNPACKED_BYTES = 5 * MAX_UPLOAD_BYTES

/** The files of a ZIP, by its directory: nothing is unpacked. */
export async function listZipEntries(file: string): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = []
  let bytes = 0
  await readZip(file, async (_, { fileName: name, uncompressedSize, ...entry }) => {
    if (name === '[Content_Types].xml') throw invalidInput('file', WORKBOOK)
    if (entry.generalPurposeBitFlag & 1) throw invalidInput('file', ENCRYPTED)
    bytes += uncompressedSize
    if (entries.length >= MAX_ENTRIES) throw invalidInput('file', TOO_MANY)
    if (bytes > MAX_UNPACKED_BYTES) throw invalidInput('file', TOO_LARGE)
    if (!isHidden(name)) entries.push({ name, bytes: uncompressedSize })
  }).catch((error) => {
    throw error instanceof Refusal ? error : invalidInput('file', DAMAGED)
  })
  return entries
}

/** Folders, and what operating systems add. */
function isHidden(name: string): boolean {
  const parts = name.split('/')
  const file = parts.at(-1) ?? ''
  return (
    parts[0] === '__MACOSX' ||
    file === '' ||
    file.startsWith('.') ||
    SYSTEM_FILES.includes(file.toLowerCase())
  )
}

const SYSTEM_FILES = ['thumbs.db', 'desktop.ini']

const WORKBOOK =
  'This is a workbook, not a CSV file. In your spreadsheet, save it as CSV (UTF-8), then upload that file.'
const DAMAGED =
  'This file is damaged, or it is a workbook, not a CSV file. Create the ZIP again, or save the workbook as CSV (UTF-8), then upload that file.'
const ENCRYPTED = 'This ZIP is protected by a password. Create it again without one.'
const TOO_MANY = `This ZIP has more than ${MAX_ENTRIES.toLocaleString('en-US')} files. Split it into smaller ones.`
const TOO_LARGE = `This ZIP is larger than ${MAX_UNPACKED_BYTES / 1024 / 1024} MB when unpacked. Split it into smaller ones.`

/** Unpacks one file, up to the size that the directory states. */
export async function extractZipEntry(
  file: string,
  { name, to }: { name: string; to: string },
): Promise<void> {
  let isFound = false
  await readZip(file, async (zip, entry) => {
    if (isFound || entry.fileName !== name) return
    isFound = true
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(to))
  })
  if (!isFound) throw invalidInput('file', 'The ZIP doesn’t have this file anymore.')
}

async function readZip(file: string, read: (zip: ZipFile, entry: Entry) => Promise<void>): Promise<void> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false }).catch(() => {
    throw invalidInput('file', DAMAGED)
  })
  try {
    for await (const entry of zip.eachEntry()) await read(zip, entry)
  } finally {
    zip.close()
  }
}
