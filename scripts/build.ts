import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { billOfMaterials } from './dependencies.ts'
import { installedDependencies } from './installed-dependencies.ts'
import { writeRouteManifests } from './route-manifests.ts'
import { splitStylesheet } from './split-stylesheet.ts'

/** Builds the store, and compresses static files at the highest level so that no request has to. */
const ASSETS = 'build/client/assets'

const cli = path.resolve('node_modules/@react-router/dev/bin.cjs')
const build = spawnSync(process.execPath, [cli, 'build'], { stdio: 'inherit' })
if (build.status !== 0) process.exit(build.status ?? 1)

writeRouteManifests(ASSETS)
writePageStyles()
escapeServerScripts()

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

/** The server puts the part that a page needs into the page. */
function writePageStyles() {
  const name = readdirSync(ASSETS).find((file) => /^tokens-.*\.css$/.test(file))
  if (!name) throw new Error('The build contains no stylesheet')
  const rules = splitStylesheet(readFileSync(path.join(ASSETS, name), 'utf8'))
  writeFileSync('build/server/page-styles.json', JSON.stringify({ href: `/assets/${name}`, rules }))
}

/** V8 keeps the source in memory, with two bytes per character if one of them is beyond Latin-1, as “ is. */
function escapeServerScripts() {
  for (const entry of readdirSync('build/server', { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.js')) continue
    const file = path.join(entry.parentPath, entry.name)
    const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
    writeFileSync(file, readFileSync(file, 'utf8').replace(/[^\0-\x7f]/g, escapeUnit))
  }
}
