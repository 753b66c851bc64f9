// Runs before every start and test, on Node 20 or newer. Installs packages and builds the store if they are stale.
// `--build`: the command needs a build. `--dev`: it needs the packages that build and test the store.
// With NODE_ENV=production, packages that only `--dev` needs are removed after the build.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)

const startedAt = Date.now()

const installStamp = path.join('node_modules', '.installed')
const lock = digest([readFileSync('package-lock.json'), readFileSync('package.json')])
const PRUNED = `${lock} without packages for development`

const buildStamp = path.join('build', '.built')
const sources = process.argv.includes('--build') ? sourceDigest() : undefined
const needsBuild = sources !== undefined && read(buildStamp) !== sources
const needsDevelopment = process.argv.includes('--dev')

if (read(installStamp) !== lock && (read(installStamp) !== PRUNED || needsBuild || needsDevelopment))
  install()
if (needsBuild) build()
if (process.env.NODE_ENV === 'production' && sources && !needsDevelopment && read(installStamp) === lock)
  prune()

function install() {
  print('Installing packages…')
  // No install scripts: the store does itself what these packages would do in theirs.
  const args = ['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--loglevel=error']
  if (runNpm(args) !== 0) {
    fail(
      'Packages could not be installed: npm ci failed (see above). Check the connection to the npm registry and free disk space, then try again.',
    )
  }
  writeFileSync(installStamp, lock)
}

function prune() {
  const args = ['prune', '--omit=dev', '--include=optional', '--ignore-scripts', '--loglevel=error']
  if (runNpm(args) !== 0)
    return print('Packages for development were not removed: npm prune failed (see above).')
  writeFileSync(installStamp, PRUNED)
}

function build() {
  print('Building the store…')
  const node = path.join('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  const build = spawnSync(node, ['scripts/build.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (build.status !== 0)
    fail('The build failed (see above). If you changed code, run npm run check to find the error.')
  mkdirSync('build', { recursive: true })
  writeFileSync(buildStamp, sources)
  print(`Ready in ${((Date.now() - startedAt) / 1000).toFixed(0)} s.`)
}

// Hashes content, so clones and touched files don't cause a rebuild.
function sourceDigest() {
  const parts = [readFileSync('package-lock.json')]
  for (const folder of ['api', 'core', 'db', 'demo', 'public', 'sandbox', 'server', 'web'])
    collect(folder, parts)
  for (const file of [
    'vite.config.ts',
    'react-router.config.ts',
    'scripts/build.ts',
    'scripts/dependencies.ts',
    'scripts/installed-dependencies.ts',
    'scripts/route-manifests.ts',
    'scripts/split-stylesheet.ts',
  ])
    parts.push(file, readFileSync(file))
  return digest(parts)
}

function collect(folder, parts) {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder).sort()) {
    const file = path.join(folder, name)
    if (statSync(file).isDirectory()) collect(file, parts)
    else if (!/\.(test|fixture)\.tsx?$/.test(name)) parts.push(file, readFileSync(file))
  }
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function digest(parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

function runNpm(args) {
  const cli = process.env.npm_execpath
  const options = { stdio: ['ignore', 'inherit', 'inherit'] }
  if (cli?.endsWith('.js')) return spawnSync(process.execPath, [cli, ...args], options).status
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' }).status
}

function print(line) {
  process.stderr.write(`${line}\n`)
}

function fail(line) {
  print(line)
  process.exit(1)
}
