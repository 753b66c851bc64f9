import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy'
import { Refusal } from '#core/errors.ts'
import { MAX_UPLOAD_BYTES } from '#core/media/upload.ts'

/** A file as it arrives, with what the form said before it. */
export type IncomingFile = { name: string; body: AsyncIterable<Uint8Array>; fields: Record<string, string> }

const MISSING_FILE = 'Send a file, as the field `file` of a multipart form.'
/** What a form writes around its files. */
const FORM_OVERHEAD = 1024 * 1024

/** Hands each file of a form on as it arrives, one after the other, and never holds more than a piece of it. */
export async function receiveFiles<Saved>(
  request: Request,
  saveFile: (file: IncomingFile) => Promise<Saved>,
): Promise<Saved[]> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\b.*\bboundary=/i.test(contentType) || !request.body) throw missingFile()
  if (Number(request.headers.get('content-length')) > MAX_UPLOAD_BYTES + FORM_OVERHEAD) {
    throw new Refusal('too_large', `A file can have ${MAX_UPLOAD_BYTES / 1024 / 1024} MB at the most.`)
  }
  const busboy = new Busboy({
    headers: { 'content-type': contentType } as BusboyHeaders,
    limits: { files: 50, fields: 20, fieldSize: 1000 },
  })
  const saved: Promise<Saved>[] = []
  let openStream: BusboyFileStream | undefined
  const fields: Record<string, string> = {}
  busboy.on('field', (field, value) => {
    fields[field] = value
  })
  busboy.on('file', (field, stream, name) => {
    openStream = stream
    stream.on('error', () => {})
    if (field !== 'file' || !name) return void stream.resume()
    // What is refused is still read to its end, so that the answer finds somebody who listens.
    const body = stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
    // As browsers write a quotation mark in a name.
    const saving = saveFile({ name: name.replaceAll('%22', '"'), body, fields: { ...fields } }).finally(() =>
      stream.resume(),
    )
    saving.catch(() => {})
    saved.push(saving)
  })
  try {
    await pipeline(Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]), busboy)
  } catch {
    openStream?.destroy(new Refusal('invalid_input', INCOMPLETE_FILE, { file: INCOMPLETE_FILE }))
    await Promise.allSettled(saved)
    throw new Refusal('invalid_input', INCOMPLETE_FILE, { file: INCOMPLETE_FILE })
  }
  if (!saved.length) throw missingFile()
  return Promise.all(saved)
}

const INCOMPLETE_FILE = 'The file did not arrive whole. Send it again.'

function missingFile(): Refusal {
  return new Refusal('invalid_input', MISSING_FILE, { file: MISSING_FILE })
}
