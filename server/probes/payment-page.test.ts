import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startHttpServer } from '#test/http/raw-request.ts'
import { CLIENT_BUILD_DIR } from '../paths.ts'
import { readPaymentPage } from './payment-page.ts'

const ASSETS = path.join(CLIENT_BUILD_DIR, 'assets')
const readAsset = (file: string) => readFileSync(path.join(ASSETS, file), 'utf8')
/** Without imports, and with one. */
const [first = ''] = readdirSync(ASSETS).filter(
  (file) => file.endsWith('.js') && !readAsset(file).includes('import'),
)
const [importer = '', second = ''] =
  readdirSync(ASSETS)
    .filter((file) => file.endsWith('.js'))
    .map((file) => [file, /from ?["']\.\/(react-[\w.-]+\.js)/.exec(readAsset(file))?.[1]])
    .find(([, imported]) => imported) ?? []

/** A store behind a proxy, which may change what it passes on. */
function serve(html: string, status = 200): Promise<string> {
  return startHttpServer((request, response) => {
    if (request.url === '/checkout/pay?session_id=readiness') {
      response.writeHead(status, { 'content-security-policy': "script-src 'self'" })
      return response.end(html)
    }
    const bytes = readFileSync(path.join(CLIENT_BUILD_DIR, request.url ?? ''))
    response.end(request.url?.endsWith(second) ? `${bytes}\nsendCards()` : bytes)
  })
}

test('added and changed scripts of the payment page are found, and those of the release are not', async () => {
  const origin = await serve(`<script type="module" async src="/assets/${first}"></script>
    <script>import "/assets/${importer}"</script><SCRIPT SRC=https://cdn.example/skim.js></SCRIPT><script src="/skim.js"></script>`)
  expect(await readPaymentPage(origin)).toEqual({
    policy: "script-src 'self'",
    usualPolicy: expect.stringContaining("default-src 'none'"),
    scripts: expect.any(Number),
    foreignScripts: ['https://cdn.example/skim.js', '/skim.js'],
    changedScripts: [`/assets/${second}`],
  })
})

test('a page that isn’t there can’t be compared, and that of the development server isn’t', async () => {
  await expect(readPaymentPage(await serve('', 302))).rejects.toThrow('the response status was 302')
  expect(await readPaymentPage(await serve('<script src="/@vite/client"></script>'))).toBeNull()
})
