import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from '../cannot-start.ts'
import type { Binaries } from './binaries.ts'

/** Whom PostgreSQL runs as: it refuses root. */
export type Account = { uid?: number; gid?: number; through: string[] }

const OURSELVES: Account = { through: [] }

// Root outside and nobody inside: for folders that only root can reach.
const UNSHARED: Account = { through: ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'] }

const isRoot = () => process.getuid?.() === 0

export function chooseAccount(home: string, { root, postgres }: Binaries): Account {
  if (!isRoot()) return OURSELVES
  const candidates = [ownerOf(join(home, 'postgres')), nobody(), ownerOf(root), UNSHARED]
  const account = candidates.find((one) => one && reaches(one, home, postgres))
  if (account) return account
  throw new CannotStart(
    `PostgreSQL does not run as root, and no other user can reach both ${home} and ${postgres}. Start as an ordinary user, set DATA_DIR to a folder open to all, or set DATABASE_URL to a PostgreSQL of your own.`,
  )
}

export function spawnAs(
  account: Account,
  program: string,
  args: string[],
  options: SpawnOptions,
): ChildProcess {
  const [command = program, ...rest] = [...account.through, program, ...args]
  // Only what PostgreSQL needs: neither our secrets, nor PG* and LC_* settings meant for something else.
  const { PATH, SystemRoot, TEMP } = process.env
  const env = { PATH, SystemRoot, TEMP, LC_ALL: 'C', TZ: 'UTC' }
  return spawn(command, rest, { ...options, env, uid: account.uid, gid: account.gid, windowsHide: true })
}

/** The folder's own owner comes last, so that a change cut short is made again. */
export function giveTo({ uid = 0, gid = 0 }: Account, folder: string): void {
  chmodSync(folder, 0o700)
  if (!isRoot() || statSync(folder).uid === uid) return
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, name), uid, gid)
  chownSync(folder, uid, gid)
}

function ownerOf(path: string): Account | undefined {
  const owner = statSync(path, { throwIfNoEntry: false })
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid, through: [] } : undefined
}

function nobody(): Account | undefined {
  const users = readFileSync('/etc/passwd', 'utf8')
  const found = /^nobody:[^:]*:(\d+):(\d+)/m.exec(users) ?? /^[^:]+:[^:]*:([1-9]\d*):(\d+)/m.exec(users)
  return found ? { uid: Number(found[1]), gid: Number(found[2]), through: [] } : undefined
}

function reaches({ uid, gid, through }: Account, home: string, postgres: string): boolean {
  const [command = '', ...args] = [
    ...through,
    '/bin/sh',
    '-c',
    'cd "$0" && exec "$1" --version',
    home,
    postgres,
  ]
  return spawnSync(command, args, { uid, gid, stdio: 'ignore' }).status === 0
}
