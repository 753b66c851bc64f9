import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Files } from '#core/media/files.ts'
import { s3Files } from '#server/s3-files.ts'
import { serve } from './http.ts'
import { isSigned } from './signature.ts'

export const S3_KEY = { accessKeyId: 'key', secretAccessKey: 'secret', region: 'eu-test' }

/** Speaks as much of S3 as the store asks for, and turns away whoever does not sign as AWS has it. */
export function s3StandIn(): RequestListener {
  const objects = new Map<string, Buffer>()
  const parts = new Map<string, Map<number, Buffer>>()
  return async (request, answer) => {
    const url = new URL(request.url ?? '/', 'http://s3.test')
    const body = await buffer(request)
    if (!isSigned(request, body, S3_KEY) || !url.pathname.startsWith('/shop/'))
      return answer.writeHead(403).end('<Error/>')
    if (url.pathname.includes('/full/') && request.method === 'PUT')
      return answer.writeHead(507).end('<Error><Code>XMinioStorageFull</Code></Error>')
    const [upload, number] = [url.searchParams.get('uploadId'), url.searchParams.get('partNumber')]
    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      const id = randomUUID()
      parts.set(id, new Map())
      return answer.end(`<R><UploadId>${id}</UploadId></R>`)
    }
    if (upload && number) {
      parts.get(upload)?.set(Number(number), body)
      return answer.setHeader('etag', `"${number}"`).end()
    }
    if (upload && request.method === 'POST') {
      const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"\1"<\/ETag>/g)]
      const held = parts.get(upload)
      objects.set(url.pathname, Buffer.concat(named.map(([, n]) => held?.get(Number(n)) ?? Buffer.alloc(0))))
      return answer.end('<CompleteMultipartUploadResult/>')
    }
    if (request.method === 'PUT') {
      objects.set(url.pathname, body)
      return answer.end()
    }
    if (request.method === 'DELETE') {
      objects.delete(url.pathname)
      return answer.writeHead(204).end()
    }
    const found = objects.get(url.pathname)
    if (!found) return answer.writeHead(404).end('<Error/>')
    const [, from, to] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? []
    if (from === undefined) return answer.setHeader('content-length', found.length).end(found)
    const end = Math.min(to ? Number(to) : found.length - 1, found.length - 1)
    if (Number(from) > end) return answer.writeHead(416).end()
    answer.writeHead(206, { 'content-range': `bytes ${from}-${end}/${found.length}` })
    answer.end(found.subarray(Number(from), end + 1))
  }
}

/** A bucket of this test's own. */
export async function openBucket(): Promise<Files> {
  return s3Files({ endpoint: await serve(s3StandIn()), bucket: 'shop', ...S3_KEY })
}
