import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sendRawRequest, startHttpServer } from '#test/http/raw-request.ts'
import { loadAssets } from './assets.ts'

async function fetchAsset(name: string, overTls: boolean) {
  const folder = await mkdtemp(path.join(tmpdir(), 'eternal-beauty-assets-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, name), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const assets = loadAssets(folder, { overTls })
  const url = await startHttpServer((request, response) => {
    assets.serve(request, response, request.url ?? '/')
  })
  return sendRawRequest(url, `/${name}`)
}

test('static files have the security headers of pages', async () => {
  const { headers } = await fetchAsset('rose.svg', true)
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'strict-transport-security': expect.stringContaining('max-age=31536000'),
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'x-content-type-options': 'nosniff',
  })
  expect((await fetchAsset('rose.svg', false)).headers['strict-transport-security']).toBeUndefined()
})
