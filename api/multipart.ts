import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy'
import { Refusal } from '#core/errors.ts'
import { MAX_UPLOAD_BYTES } from '#core/media/upload.ts'

/** A file as it arrives, with what the form said before it. */
export type Arrived = { name: string; body: AsyncIterable<Uint8Array>; fields: Record<string, string> }

const NO_FILE = 'Send a file, as the field `file` of a multipart form.'
/** What a form writes around its files. */
const WRAPPING = 1024 * 1024

/** Hands each file of a form on as it arrives, one after the other, and never holds more than a piece of it. */
export async function receiveFiles<Kept>(
  request: Request,
  keep: (file: Arrived) => Promise<Kept>,
): Promise<Kept[]> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\b.*\bboundary=/i.test(type) || !request.body) throw noFile()
  if (Number(request.headers.get('content-length')) > MAX_UPLOAD_BYTES + WRAPPING) {
    throw new Refusal('too_large', `A file can have ${MAX_UPLOAD_BYTES / 1024 / 1024} MB at the most.`)
  }
  const busboy = new Busboy({
    headers: { 'content-type': type } as BusboyHeaders,
    limits: { files: 50, fields: 20, fieldSize: 1000 },
  })
  const kept: Promise<Kept>[] = []
  let open: BusboyFileStream | undefined
  const fields: Record<string, string> = {}
  busboy.on('field', (field, value) => {
    fields[field] = value
  })
  busboy.on('file', (field, stream, name) => {
    open = stream
    stream.on('error', () => {})
    if (field !== 'file' || !name) return void stream.resume()
    // What is refused is still read to its end, so that the answer finds somebody who listens.
    const body = stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
    // As browsers write a quotation mark in a name.
    const keeping = keep({ name: name.replaceAll('%22', '"'), body, fields: { ...fields } }).finally(() =>
      stream.resume(),
    )
    keeping.catch(() => {})
    kept.push(keeping)
  })
  try {
    await pipeline(Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]), busboy)
  } catch {
    open?.destroy(new Refusal('invalid_input', CUT_OFF, { file: CUT_OFF }))
    await Promise.allSettled(kept)
    throw new Refusal('invalid_input', CUT_OFF, { file: CUT_OFF })
  }
  if (!kept.length) throw noFile()
  return Promise.all(kept)
}

const CUT_OFF = 'The file did not arrive whole. Send it again.'

function noFile(): Refusal {
  return new Refusal('invalid_input', NO_FILE, { file: NO_FILE })
}
