// Runs before every start and test, on any Node from 20 up: installs what is missing, builds what is stale.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)

const wanted = new Set(process.argv.slice(2))
const started = Date.now()

install()
if (wanted.has('--build')) build()

function install() {
  const stamp = path.join('node_modules', '.installed')
  const lock = digest([readFileSync('package-lock.json'), readFileSync('package.json')])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  say('Installing the packages of package-lock.json …')
  // No package's own install script is run: what those would do here, the store does itself.
  const npm = ['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--loglevel=error']
  const done = runNpm(npm)
  if (done !== 0) {
    fail(
      'The packages could not be installed (npm ci failed, see above). Check the network to the npm registry and free disk space, then try again.',
    )
  }
  writeFileSync(stamp, lock)
}

function build() {
  const stamp = path.join('build', '.built')
  const sources = sourceDigest()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  say('Building the store …')
  const node = path.join('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  const done = spawnSync(node, ['scripts/build.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (done.status !== 0)
    fail(
      'The store could not be built (see above). If you changed code, npm run check says where it is wrong.',
    )
  mkdirSync('build', { recursive: true })
  writeFileSync(stamp, sources)
  say(`Ready after ${((Date.now() - started) / 1000).toFixed(0)} s.`)
}

// By content: a clone, a copy or a touched file is not a change.
function sourceDigest() {
  const parts = [readFileSync('package-lock.json')]
  for (const folder of ['api', 'core', 'db', 'demo', 'public', 'sandbox', 'server', 'web'])
    collect(folder, parts)
  for (const file of ['vite.config.ts', 'react-router.config.ts', 'scripts/build.ts'])
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

function say(line) {
  process.stderr.write(`${line}\n`)
}

function fail(line) {
  say(line)
  process.exit(1)
}
