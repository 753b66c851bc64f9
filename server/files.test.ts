import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AwsClient } from 'aws4fetch'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Files } from '#core/media/files.ts'
import { createFakeS3, S3_KEY } from '#test/http/fake-s3.ts'
import { diskFiles } from './disk-files.ts'
import { s3Files } from './s3-files.ts'

const folder = path.join(tmpdir(), `eternal-beauty-files-test-${randomUUID()}`)
const server = createServer(createFakeS3())
let endpoint = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

const createS3Files = (key: Partial<typeof S3_KEY> = {}) =>
  s3Files({ endpoint, bucket: 'shop', ...S3_KEY, ...key })

const IMPLEMENTATIONS: [string, () => Files][] = [
  ['a folder', () => diskFiles(folder)],
  ['an S3-compatible store', () => createS3Files()],
]

describe.each(IMPLEMENTATIONS)('%s', (_, createFiles) => {
  const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString()

  test('writes, reads, replaces, and removes a file', async () => {
    const files = createFiles()
    expect(await files.read('a/none')).toBeUndefined()
    await files.write('a/rose & oud.txt', Buffer.from('one'))
    await files.write('a/rose & oud.txt', Buffer.from('two'))
    expect(text(await files.read('a/rose & oud.txt'))).toBe('two')
    await files.remove('a/rose & oud.txt')
    await files.remove('a/rose & oud.txt')
    expect(await files.read('a/rose & oud.txt')).toBeUndefined()
  })

  test('moves in a large temporary file and serves it whole and in ranges', async () => {
    const files = createFiles()
    await mkdir(files.tempFolder, { recursive: true })
    const draft = path.join(files.tempFolder, randomUUID())
    const bytes = Buffer.alloc(20 * 1024 * 1024, 'abcdefghij')
    await writeFile(draft, bytes)
    await files.moveIn('b/large.bin', draft)
    await expect(stat(draft)).rejects.toThrow('ENOENT')
    const wholeFile = await files.open('b/large.bin')
    expect([wholeFile?.bytes, wholeFile?.range]).toEqual([bytes.length, undefined])
    expect(Buffer.compare(Buffer.from(await new Response(wholeFile?.body).arrayBuffer()), bytes)).toBe(0)
    const range = await files.open('b/large.bin', { start: 9_999_990, end: 9_999_994 })
    expect(await new Response(range?.body).text()).toBe('abcde')
    expect([range?.bytes, range?.range]).toEqual([bytes.length, { start: 9_999_990, end: 9_999_994 }])
    const fileEnd = await files.open('b/large.bin', { start: bytes.length - 2 })
    expect(await new Response(fileEnd?.body).text()).toBe('ij')
    expect((await files.open('b/large.bin', { start: bytes.length }))?.range).toBeUndefined()
    expect(await files.open('b/none')).toBeUndefined()
  })

  test('rejects paths outside its folder', async () => {
    const files = createFiles()
    await expect(async () => files.write('../out', Buffer.from('x'))).rejects.toThrow('Path escapes')
    await expect(async () => files.read('a/../../out')).rejects.toThrow('Path escapes')
  })
})

test('a storage error is reported as an error, not as a missing file', async () => {
  const invalidCredentials = [
    { accessKeyId: 'stranger' },
    { secretAccessKey: 'guess' },
    { region: 'us-test' },
  ]
  for (const key of invalidCredentials) {
    await expect(createS3Files(key).read('a/none')).rejects.toThrow('returned 403')
    await expect(createS3Files(key).write('a/new', Buffer.from('x'))).rejects.toThrow('returned 403')
    await expect(createS3Files(key).remove('a/none')).rejects.toThrow('returned 403')
  }
  expect(await createS3Files().read('a/new')).toBeUndefined()
})

test('a signature is valid for one request only', async () => {
  const client = new AwsClient({ ...S3_KEY, service: 's3' })
  await createS3Files().write('c/one', Buffer.from('one'))
  const signed = await client.sign(`${endpoint}/shop/c/one`)
  expect((await fetch(signed)).status).toBe(200)
  const { headers } = signed
  const requests = [
    fetch(`${endpoint}/shop/c/two`, { headers }),
    fetch(`${endpoint}/shop/c/one?uploads=`, { headers }),
    fetch(`${endpoint}/shop/c/one`, { method: 'DELETE', headers }),
    fetch(`${endpoint}/shop/c/one`),
  ]
  for (const response of await Promise.all(requests)) expect(response.status).toBe(403)
  const expired = await client.sign(`${endpoint}/shop/c/one`, { aws: { datetime: '20200101T000000Z' } })
  expect((await fetch(expired)).status).toBe(403)
})

/** A file store that answers every request in the same way. */
async function startStorage(respond: (response: ServerResponse) => void) {
  const paths: (string | undefined)[] = []
  const server = createServer((request, response) => {
    paths.push(request.url)
    respond(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return { paths, url, files: s3Files({ endpoint: url, bucket: 'shop', ...S3_KEY, timeout: 500 }) }
}

test('file storage leads nowhere else, and its errors are read up to a limit', async () => {
  const other = await startStorage((response) => response.end('inside'))
  const { files } = await startStorage((response) =>
    response.writeHead(307, { location: `${other.url}/shop/a` }).end(),
  )
  await expect(files.read('a')).rejects.toThrow('fetch failed')
  await expect(files.open('a')).rejects.toThrow('fetch failed')
  await expect(files.write('a', Buffer.from('secret'))).rejects.toThrow('fetch failed')
  expect(other.paths).toEqual([])
  const endless = await startStorage((response) =>
    response.writeHead(400).end(Buffer.alloc(1024 * 1024, 'x')),
  )
  await expect(endless.files.read('a')).rejects.toThrow('larger than 65536 bytes')
})

test('file storage that doesn’t answer in time fails', async () => {
  const { files } = await startStorage(() => {})
  await expect(files.read('a')).rejects.toThrow('timeout')
  await expect(files.open('a')).rejects.toThrow('aborted')
})
