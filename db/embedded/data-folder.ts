import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import type { Binaries } from './binaries.ts'
import { changeOwner, type OsUser, spawnAs } from './os-user.ts'

export type Cluster = {
  home: string
  data: string
  log: string
  password: string
  appPassword: string
  binaries: Binaries
  osUser: OsUser
}

/** The passwords of the owner, which migrates, and of the store's own role. */
export function readPassword(home: string, file: PasswordFile): string {
  return loadOrCreatePassword(join(home, file))
}

type PasswordFile = 'postgres-password' | 'postgres-app-password'

function loadOrCreatePassword(file: string): string {
  const savedPassword = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (savedPassword) return savedPassword
  const password = randomBytes(24).toString('base64url')
  writeFileSync(file, `${password}\n`, { mode: 0o600 })
  return password
}

export async function prepareDataFolder(cluster: Cluster): Promise<void> {
  const { home, data, binaries, osUser } = cluster
  for (const name of readdirSync(home)) if (name.startsWith(UNFINISHED)) removeFolder(join(home, name))
  const version = join(data, 'PG_VERSION')
  if (!existsSync(version)) return initializeCluster(cluster)
  const major = readFileSync(version, 'utf8').trim()
  if (major !== binaries.major) {
    throw new StartupError(
      `${data} was created by PostgreSQL ${major}, but this version of Eternal Beauty includes PostgreSQL ${binaries.major}. Start the version that created it, or set DATA_DIR to another folder.`,
    )
  }
  changeOwner(osUser, data)
}

// The folder gets its final name only when it is complete, so an interrupted start leaves nothing there.
async function initializeCluster(cluster: Cluster): Promise<void> {
  const { home, data, binaries, osUser } = cluster
  if (existsSync(data) && readdirSync(data).length > 0) {
    throw new StartupError(
      `${data} is not empty and contains no PostgreSQL data. Move it, or set DATA_DIR to another folder.`,
    )
  }
  const unfinished = mkdtempSync(join(home, UNFINISHED))
  try {
    changeOwner(osUser, unfinished)
    await runProgram(osUser, binaries.initdb, ['-D', unfinished, ...INITDB_OPTIONS])
    writeFileSync(join(unfinished, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n')
    await runSingleUser(cluster, unfinished, 'CREATE DATABASE eternal_beauty;\n', setPasswordSql(cluster))
    if (existsSync(data)) rmdirSync(data)
    renameSync(unfinished, data)
  } catch (error) {
    removeFolder(unfinished)
    throw error
  }
}

const UNFINISHED = 'postgres.unfinished-'

// The built-in locale sorts the same on every system and after every library update.
const INITDB_OPTIONS = [
  '--username=postgres',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth=reject',
  '--no-instructions',
]

export async function resetPassword(cluster: Cluster): Promise<void> {
  await runSingleUser(cluster, cluster.data, setPasswordSql(cluster))
}

const setPasswordSql = ({ password }: Cluster) =>
  `ALTER ROLE postgres PASSWORD '${password.replaceAll("'", "''")}';\n`

function runSingleUser({ osUser, binaries }: Cluster, data: string, ...statements: string[]): Promise<void> {
  const args = ['--single', '-D', data, '-c', 'exit_on_error=on', 'postgres']
  return runProgram(osUser, binaries.postgres, args, statements.join(''))
}

async function runProgram(osUser: OsUser, program: string, args: string[], input = ''): Promise<void> {
  const child = spawnAs(osUser, program, args, { stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  child.stdin?.on('error', () => {}).end(input)
  const [code] = await once(child, 'close')
  if (code !== 0)
    throw new StartupError(
      `PostgreSQL's ${basename(program)} failed: ${findErrorMessage(output)}. ${STARTUP_ADVICE}`,
    )
}

export const STARTUP_ADVICE =
  'Fix that, set DATA_DIR to another folder, or set DATABASE_URL to your own PostgreSQL.'

export function findErrorMessage(output: string): string {
  const lines = output.trim().split('\n')
  const errorLine = lines.find((line) => /(FATAL|PANIC|ERROR|error):/.test(line)) ?? lines.at(-1) ?? ''
  const hintLine = lines.find((line) => /HINT:/.test(line)) ?? ''
  const details = [errorLine, hintLine].map((line) =>
    line.replace(/^.*?(FATAL|PANIC|ERROR|error|HINT):\s*/, ''),
  )
  return details.join(' ').trim().replace(/\.$/, '')
}

function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // The initdb of an interrupted start may still be writing there. The next start tries again.
  }
}
