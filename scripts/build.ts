import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { billOfMaterials } from './dependencies.ts'
import { installedDependencies } from './installed-dependencies.ts'

/** Builds the store, and compresses static files at the highest level so that no request has to. */
const cli = path.resolve('node_modules/@react-router/dev/bin.cjs')
const build = spawnSync(process.execPath, [cli, 'build'], { stdio: 'inherit' })
if (build.status !== 0) process.exit(build.status ?? 1)

// Every page loads the route manifest, so it is kept small: absent flags count as false, absent lists as empty, and
// the imports in it are only for prefetching links, which the store doesn't use.
const ASSETS = 'build/client/assets'
const ROUTE_MANIFEST = /^(window\.__reactRouterManifest=)(.*);$/s
for (const name of readdirSync(ASSETS).filter((name) => name.startsWith('manifest-'))) {
  const [, assignment, json = ''] = ROUTE_MANIFEST.exec(readFileSync(path.join(ASSETS, name), 'utf8')) ?? []
  if (!assignment) throw new Error(`${name} contains no route manifest`)
  const manifest = JSON.parse(json)
  for (const route of Object.values<Record<string, unknown>>(manifest.routes)) {
    route.imports = []
    for (const [key, value] of Object.entries(route)) {
      if (value === false || (Array.isArray(value) && value.length === 0)) delete route[key]
    }
  }
  writeFileSync(path.join(ASSETS, name), `${assignment}${JSON.stringify(manifest)};`)
}

const COMPRESSIBLE = /\.(js|css|svg|webmanifest|txt)$/
for (const entry of readdirSync('build/client', { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue
  const file = path.join(entry.parentPath, entry.name)
  const bytes = readFileSync(file)
  if (bytes.length < 500) continue
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}

writeFileSync('build/sbom.json', `${JSON.stringify(billOfMaterials(installedDependencies()), null, 1)}\n`)
