import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AwsClient } from 'aws4fetch'
import { readBody } from '#core/fetch-text.ts'
import type { Files } from '#core/media/files.ts'
import { MAX_UPLOAD_BYTES } from '#core/media/upload.ts'

type S3Options = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** In milliseconds, including retries. */
  timeout?: number
}

// S3 requires parts of at least 5 MB. One part is in memory at a time.
const PART_SIZE = 8 * 1024 * 1024
const REQUEST_TIMEOUT = 60_000
const MAX_MESSAGE_BYTES = 64 * 1024

// How Amazon, MinIO, and Ceph report a full store. Disks report ENOSPC.
const STORAGE_FULL = /QuotaExceeded|StorageFull|InsufficientStorage/

export function s3Files({
  endpoint,
  region,
  bucket,
  accessKeyId,
  secretAccessKey,
  timeout = REQUEST_TIMEOUT,
}: S3Options): Files {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 })
  const objectUrl = (name: string) => {
    if (name.split('/').some((part) => part === '..' || part === '.' || part === ''))
      throw new Error(`Path escapes its bucket: ${name}`)
    return `${endpoint.replace(/\/$/, '')}/${bucket}/${name.split('/').map(encodeURIComponent).join('/')}`
  }
  async function sendRequest(
    url: string,
    init: RequestInit = {},
    okStatuses = [200, 204],
  ): Promise<Response> {
    const signal = init.signal ?? AbortSignal.timeout(timeout)
    // A redirect could lead to an address inside the owner's network.
    const response = await client.fetch(url, { ...init, signal, redirect: 'error' })
    if (okStatuses.includes(response.status)) return response
    const responseText = (await readText(response)).replace(/\s+/g, ' ').slice(0, 200)
    const error = new Error(
      `File storage returned ${response.status} for ${init.method ?? 'GET'}: ${responseText}`,
    )
    throw response.status === 507 || STORAGE_FULL.test(responseText)
      ? Object.assign(error, { code: 'ENOSPC' })
      : error
  }

  async function uploadInParts(url: string, file: string): Promise<void> {
    const startXml = await readText(await sendRequest(`${url}?uploads=`, { method: 'POST' }))
    const id = /<UploadId>([^<]+)<\/UploadId>/.exec(startXml)?.[1]
    if (!id) throw new Error('File storage did not start a multipart upload')
    const upload = `uploadId=${encodeURIComponent(id)}`
    try {
      const parts: string[] = []
      for await (const part of createReadStream(file, { highWaterMark: PART_SIZE })) {
        const number = parts.length + 1
        const partResponse = await sendRequest(`${url}?partNumber=${number}&${upload}`, {
          method: 'PUT',
          body: part,
        })
        const etag = partResponse.headers.get('etag') ?? ''
        parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`)
      }
      const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
      const completionXml = await readText(await sendRequest(`${url}?${upload}`, { method: 'POST', body }))
      // S3 can return status 200 with an error in the body once it joins the parts.
      if (completionXml.includes('<Error>'))
        throw new Error('File storage could not complete a multipart upload')
    } catch (error) {
      await sendRequest(`${url}?${upload}`, { method: 'DELETE' }).catch(() => {})
      throw error
    }
  }

  return {
    tempFolder: path.join(tmpdir(), 'eternal-beauty-temporary'),
    async read(name) {
      const response = await sendRequest(objectUrl(name), {}, [200, 404])
      return response.status === 404 ? undefined : readBody(response, MAX_UPLOAD_BYTES)
    },
    async write(name, bytes) {
      await sendRequest(objectUrl(name), { method: 'PUT', body: new Uint8Array(bytes) })
    },
    async remove(name) {
      await sendRequest(objectUrl(name), { method: 'DELETE' }, [200, 204, 404])
    },
    async moveIn(name, tempFile) {
      await uploadInParts(objectUrl(name), tempFile)
      await rm(tempFile, { force: true })
    },
    async open(name, range) {
      const headers: Record<string, string> = range
        ? { range: `bytes=${range.start}-${range.end ?? ''}` }
        : {}
      // The body is streamed to the visitor, however long that takes.
      const controller = new AbortController()
      const timer = setTimeout(() => controller.abort(), timeout)
      const { signal } = controller
      const response = await sendRequest(objectUrl(name), { headers, signal }, [200, 206, 404, 416]).finally(
        () => clearTimeout(timer),
      )
      if (response.status === 404) return undefined
      const [, start, end, total] =
        /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? []
      const body = response.body ?? new Blob([]).stream()
      if (start && end && total)
        return { body, bytes: Number(total), range: { start: Number(start), end: Number(end) } }
      return { body, bytes: Number(response.headers.get('content-length')), range: undefined }
    },
  }
}

async function readText(response: Response): Promise<string> {
  return (await readBody(response, MAX_MESSAGE_BYTES)).toString()
}
