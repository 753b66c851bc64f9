import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AwsClient } from 'aws4fetch'
import type { Files } from '#core/media/files.ts'

type Place = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** The least that S3 takes as a part of an upload is 5 MB; this much of a file is in memory at a time. */
const PART = 8 * 1024 * 1024

/** As Amazon's, MinIO's and Ceph's stores say that there is no room, which a disk says with one word. */
const FULL = /QuotaExceeded|StorageFull|InsufficientStorage/

/** Files in a bucket of any S3-compatible store. */
export function s3Files({ endpoint, region, bucket, accessKeyId, secretAccessKey }: Place): Files {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 })
  const at = (name: string) => {
    if (name.split('/').some((part) => part === '..' || part === '.' || part === ''))
      throw new Error(`A path climbs out of its bucket: ${name}`)
    return `${endpoint.replace(/\/$/, '')}/${bucket}/${name.split('/').map(encodeURIComponent).join('/')}`
  }
  async function ask(url: string, init: RequestInit = {}, fine = [200, 204]): Promise<Response> {
    const answer = await client.fetch(url, init)
    if (fine.includes(answer.status)) return answer
    const said = (await answer.text()).replace(/\s+/g, ' ').slice(0, 200)
    const error = new Error(`The file store answered ${answer.status} to ${init.method ?? 'GET'}: ${said}`)
    throw answer.status === 507 || FULL.test(said) ? Object.assign(error, { code: 'ENOSPC' }) : error
  }

  async function takeInParts(url: string, file: string): Promise<void> {
    const begun = await (await ask(`${url}?uploads=`, { method: 'POST' })).text()
    const id = /<UploadId>([^<]+)<\/UploadId>/.exec(begun)?.[1]
    if (!id) throw new Error('The file store did not begin an upload in parts')
    const upload = `uploadId=${encodeURIComponent(id)}`
    try {
      const parts: string[] = []
      for await (const part of createReadStream(file, { highWaterMark: PART })) {
        const number = parts.length + 1
        const sent = await ask(`${url}?partNumber=${number}&${upload}`, { method: 'PUT', body: part })
        const etag = sent.headers.get('etag') ?? ''
        parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`)
      }
      const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
      const ended = await (await ask(`${url}?${upload}`, { method: 'POST', body })).text()
      // An error can hide behind the status of success: it is only known once all parts are joined.
      if (ended.includes('<Error>')) throw new Error('The file store could not join the parts of an upload')
    } catch (error) {
      await client.fetch(`${url}?${upload}`, { method: 'DELETE' }).catch(() => {})
      throw error
    }
  }

  return {
    tempFolder: path.join(tmpdir(), 'eternal-beauty-desk'),
    async read(name) {
      const answer = await ask(at(name), {}, [200, 404])
      return answer.status === 404 ? undefined : new Uint8Array(await answer.arrayBuffer())
    },
    async write(name, bytes) {
      await ask(at(name), { method: 'PUT', body: new Uint8Array(bytes) })
    },
    async remove(name) {
      await ask(at(name), { method: 'DELETE' }, [200, 204, 404])
    },
    async moveIn(name, fromDesk) {
      await takeInParts(at(name), fromDesk)
      await rm(fromDesk, { force: true })
    },
    async open(name, span) {
      const headers: Record<string, string> = span ? { range: `bytes=${span.start}-${span.end ?? ''}` } : {}
      const answer = await ask(at(name), { headers }, [200, 206, 404, 416])
      if (answer.status === 404) return undefined
      const [, start, end, all] =
        /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.headers.get('content-range') ?? '') ?? []
      const body = answer.body ?? new Blob([]).stream()
      if (start && end && all)
        return { body, bytes: Number(all), range: { start: Number(start), end: Number(end) } }
      return { body, bytes: Number(answer.headers.get('content-length')), range: undefined }
    },
  }
}
