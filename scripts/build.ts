import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Builds both sides, and packs the browser's files once as tightly as can be: no request pays for that. */
const cli = path.resolve('node_modules/@react-router/dev/bin.cjs')
const built = spawnSync(process.execPath, [cli, 'build'], { stdio: 'inherit' })
if (built.status !== 0) process.exit(built.status ?? 1)

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
