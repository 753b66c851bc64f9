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
import { CannotStart } from '../cannot-start.ts'
import { type Account, giveTo, spawnAs } from './account.ts'
import type { Binaries } from './binaries.ts'

export type Place = {
  home: string
  data: string
  log: string
  password: string
  binaries: Binaries
  account: Account
}

export function readPassword(home: string): string {
  const file = join(home, 'postgres-password')
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (kept) return kept
  const password = randomBytes(24).toString('base64url')
  writeFileSync(file, `${password}\n`, { mode: 0o600 })
  return password
}

export async function prepareData(place: Place): Promise<void> {
  const { home, data, binaries, account } = place
  for (const name of readdirSync(home)) if (name.startsWith(UNFINISHED)) discard(join(home, name))
  const version = join(data, 'PG_VERSION')
  if (!existsSync(version)) return initialise(place)
  const major = readFileSync(version, 'utf8').trim()
  if (major !== binaries.major) {
    throw new CannotStart(
      `${data} was made by PostgreSQL ${major}, and this copy of Eternal Beauty brings PostgreSQL ${binaries.major}. Start the copy that made it, or set DATA_DIR to another folder.`,
    )
  }
  giveTo(account, data)
}

// Made aside and renamed when complete: a start that is killed half-way leaves nothing under the final name.
async function initialise(place: Place): Promise<void> {
  const { home, data, binaries, account } = place
  if (existsSync(data) && readdirSync(data).length > 0) {
    throw new CannotStart(
      `${data} is not empty and holds no PostgreSQL data. Move it away, or set DATA_DIR to another folder.`,
    )
  }
  const unfinished = mkdtempSync(join(home, UNFINISHED))
  try {
    giveTo(account, unfinished)
    await run(account, binaries.initdb, ['-D', unfinished, ...CLUSTER])
    writeFileSync(join(unfinished, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n')
    await alone(place, unfinished, 'CREATE DATABASE eternal_beauty;\n', setPassword(place))
    if (existsSync(data)) rmdirSync(data)
    renameSync(unfinished, data)
  } catch (error) {
    discard(unfinished)
    throw error
  }
}

const UNFINISHED = 'postgres.unfinished-'

// The built-in locale sorts the same on every system and after every update of its libraries.
const CLUSTER = [
  '--username=postgres',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth=reject',
  '--no-instructions',
]

/** The password file was lost or replaced: the folder is ours, so the database learns the new one. */
export async function resetPassword(place: Place): Promise<void> {
  await alone(place, place.data, setPassword(place))
}

const setPassword = ({ password }: Place) =>
  `ALTER ROLE postgres PASSWORD '${password.replaceAll("'", "''")}';\n`

function alone({ account, binaries }: Place, data: string, ...statements: string[]): Promise<void> {
  const args = ['--single', '-D', data, '-c', 'exit_on_error=on', 'postgres']
  return run(account, binaries.postgres, args, statements.join(''))
}

async function run(account: Account, program: string, args: string[], input = ''): Promise<void> {
  const child = spawnAs(account, program, args, { stdio: 'pipe' })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk))
  child.stdin?.on('error', () => {}).end(input)
  const [code] = await once(child, 'close')
  if (code !== 0)
    throw new CannotStart(`PostgreSQL's ${basename(program)} failed: ${complaintIn(said)}. ${MEND}`)
}

export const MEND =
  'Mend that, set DATA_DIR to another folder, or set DATABASE_URL to a PostgreSQL of your own.'

export function complaintIn(output: string): string {
  const lines = output.trim().split('\n')
  const complaint = lines.find((line) => /(FATAL|PANIC|ERROR|error):/.test(line)) ?? lines.at(-1) ?? ''
  const hint = lines.find((line) => /HINT:/.test(line)) ?? ''
  const said = [complaint, hint].map((line) => line.replace(/^.*?(FATAL|PANIC|ERROR|error|HINT):\s*/, ''))
  return said.join(' ').trim().replace(/\.$/, '')
}

function discard(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // The initdb of a killed start may be writing there for a moment more; the next start tries again.
  }
}
