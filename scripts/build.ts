import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Builds both sides, and packs the browser's files once as tightly as can be: no request pays for that. */
const cli = path.resolve('node_modules/@react-router/dev/bin.cjs')
const built = spawnSync(process.execPath, [cli, 'build'], { stdio: 'inherit' })
if (built.status !== 0) process.exit(built.status ?? 1)

// The list of routes is on every page. What each module imports would only serve links that load ahead, and we have none.
const ASSETS = 'build/client/assets'
const ROUTES = /^(window\.__reactRouterManifest=)(.*);$/s
for (const name of readdirSync(ASSETS).filter((name) => name.startsWith('manifest-'))) {
  const [, assignment, json = ''] = ROUTES.exec(readFileSync(path.join(ASSETS, name), 'utf8')) ?? []
  if (!assignment) throw new Error(`${name} does not hold the list of routes`)
  const manifest = JSON.parse(json)
  for (const route of Object.values<{ imports: string[] }>(manifest.routes)) route.imports = []
  writeFileSync(path.join(ASSETS, name), `${assignment}${JSON.stringify(manifest)};`)
}

const PACKED = /\.(js|css|svg|webmanifest|txt)$/
for (const entry of readdirSync('build/client', { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !PACKED.test(entry.name)) continue
  const file = path.join(entry.parentPath, entry.name)
  const bytes = readFileSync(file)
  if (bytes.length < 500) continue
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}
