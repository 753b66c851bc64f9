import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy'
import { invalidInput, Refusal } from '#core/errors.ts'
import { MAX_UPLOAD_BYTES } from '#core/media/upload.ts'

/** A file while it uploads, with the form fields that preceded it. */
export type IncomingFile = { name: string; body: AsyncIterable<Uint8Array>; fields: Record<string, string> }

/** Room for the form’s boundaries and fields. */
const FORM_OVERHEAD_BYTES = 1024 * 1024

/** Streams each file of a form to `saveFile`, one after the other, and never holds a whole file in memory. */
export async function receiveFiles<Saved>(
  request: Request,
  saveFile: (file: IncomingFile) => Promise<Saved>,
): Promise<Saved[]> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\b.*\bboundary=/i.test(contentType) || !request.body) throw missingFile()
  if (Number(request.headers.get('content-length')) > MAX_UPLOAD_BYTES + FORM_OVERHEAD_BYTES) {
    throw new Refusal(
      'too_large',
      `The file is too large. Upload one of at most ${MAX_UPLOAD_BYTES / 1024 / 1024} MB.`,
    )
  }
  const busboy = new Busboy({
    headers: { 'content-type': contentType } as BusboyHeaders,
    limits: { files: 50, fields: 20, fieldSize: 1000 },
  })
  const pendingSaves: Promise<Saved>[] = []
  let openStream: BusboyFileStream | undefined
  const fields: Record<string, string> = {}
  busboy.on('field', (field, value) => {
    fields[field] = value
  })
  busboy.on('file', (field, stream, name) => {
    openStream = stream
    stream.on('error', () => {})
    if (field !== 'file' || !name) return void stream.resume()
    // A rejected file is still read to its end, because clients read the response only after sending everything.
    const body = stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
    // Browsers write a quotation mark in a file name as %22.
    const pendingSave = saveFile({ name: name.replaceAll('%22', '"'), body, fields: { ...fields } }).finally(
      () => stream.resume(),
    )
    pendingSave.catch(() => {})
    pendingSaves.push(pendingSave)
  })
  try {
    await pipeline(Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]), busboy)
  } catch {
    openStream?.destroy(invalidInput('file', INCOMPLETE_FILE))
    await Promise.allSettled(pendingSaves)
    throw invalidInput('file', INCOMPLETE_FILE)
  }
  if (!pendingSaves.length) throw missingFile()
  return Promise.all(pendingSaves)
}

const INCOMPLETE_FILE = 'The upload was incomplete. Send the file again.'

function missingFile(): Refusal {
  return invalidInput('file', 'Send a file in the field `file` of a multipart form.')
}
