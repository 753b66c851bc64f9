import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Files } from '#core/media/files.ts'
import { s3Files } from '#server/s3-files.ts'
import { isSigned } from './aws-signature.ts'
import { startHttpServer } from './raw-request.ts'

export const S3_KEY = { accessKeyId: 'key', secretAccessKey: 'secret', region: 'eu-test' }

/** Implements the part of S3 that the store uses, and refuses requests without a valid signature. */
export function createFakeS3(): RequestListener {
  const objects = new Map<string, Buffer>()
  const parts = new Map<string, Map<number, Buffer>>()
  return async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://s3.test')
    const body = await buffer(request)
    if (!isSigned(request, body, S3_KEY) || !url.pathname.startsWith('/shop/'))
      return response.writeHead(403).end('<Error/>')
    if (url.pathname.includes('/full/') && request.method === 'PUT')
      return response.writeHead(507).end('<Error><Code>XMinioStorageFull</Code></Error>')
    const [upload, number] = [url.searchParams.get('uploadId'), url.searchParams.get('partNumber')]
    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      const id = randomUUID()
      parts.set(id, new Map())
      return response.end(`<R><UploadId>${id}</UploadId></R>`)
    }
    if (upload && number) {
      parts.get(upload)?.set(Number(number), body)
      return response.setHeader('etag', `"${number}"`).end()
    }
    if (upload && request.method === 'POST') {
      const completedParts = [
        ...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"\1"<\/ETag>/g),
      ]
      const uploadedParts = parts.get(upload)
      objects.set(
        url.pathname,
        Buffer.concat(completedParts.map(([, n]) => uploadedParts?.get(Number(n)) ?? Buffer.alloc(0))),
      )
      return response.end('<CompleteMultipartUploadResult/>')
    }
    if (request.method === 'PUT') {
      objects.set(url.pathname, body)
      return response.end()
    }
    if (request.method === 'DELETE') {
      objects.delete(url.pathname)
      return response.writeHead(204).end()
    }
    const object = objects.get(url.pathname)
    if (!object) return response.writeHead(404).end('<Error/>')
    const [, from, to] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? []
    if (from === undefined) return response.setHeader('content-length', object.length).end(object)
    const end = Math.min(to ? Number(to) : object.length - 1, object.length - 1)
    if (Number(from) > end) return response.writeHead(416).end()
    response.writeHead(206, { 'content-range': `bytes ${from}-${end}/${object.length}` })
    response.end(object.subarray(Number(from), end + 1))
  }
}

export async function createFakeBucket(): Promise<Files> {
  return s3Files({ endpoint: await startHttpServer(createFakeS3()), bucket: 'shop', ...S3_KEY })
}
