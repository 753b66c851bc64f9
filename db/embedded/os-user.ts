import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import type { Binaries } from './binaries.ts'

export type OsUser = { uid?: number; gid?: number; commandPrefix: string[] }

const CURRENT_USER: OsUser = { commandPrefix: [] }

// Runs as nobody in a user namespace, so it can still access folders of root.
const UNSHARED: OsUser = {
  commandPrefix: ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'],
}

const isRoot = () => process.getuid?.() === 0

export function chooseOsUser(home: string, { root, postgres }: Binaries): OsUser {
  if (!isRoot()) return CURRENT_USER
  const candidates = [folderOwner(join(home, 'postgres')), unprivilegedUser(), folderOwner(root), UNSHARED]
  const osUser = candidates.find((candidate) => candidate && canReach(candidate, home, postgres))
  if (osUser) return osUser
  throw new StartupError(
    `PostgreSQL can't run as root, and no other user can access both ${home} and ${postgres}. Start as a regular user, set DATA_DIR to a folder that all users can access, or set DATABASE_URL to your own PostgreSQL.`,
  )
}

export function spawnAs(
  osUser: OsUser,
  program: string,
  args: string[],
  options: SpawnOptions,
): ChildProcess {
  const [command = program, ...rest] = [...osUser.commandPrefix, program, ...args]
  // Keeps our secrets and unrelated PG* and LC_* settings out of the server's environment.
  const { PATH, SystemRoot, TEMP } = process.env
  const env = { PATH, SystemRoot, TEMP, LC_ALL: 'C', TZ: 'UTC' }
  return spawn(command, rest, { ...options, env, uid: osUser.uid, gid: osUser.gid, windowsHide: true })
}

/** Changes the folder itself last, so an interrupted change is repeated. */
export function changeOwner({ uid = 0, gid = 0 }: OsUser, folder: string): void {
  chmodSync(folder, 0o700)
  if (!isRoot() || statSync(folder).uid === uid) return
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, name), uid, gid)
  chownSync(folder, uid, gid)
}

function folderOwner(path: string): OsUser | undefined {
  const owner = statSync(path, { throwIfNoEntry: false })
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid, commandPrefix: [] } : undefined
}

function unprivilegedUser(): OsUser | undefined {
  const users = readFileSync('/etc/passwd', 'utf8')
  const match = /^nobody:[^:]*:(\d+):(\d+)/m.exec(users) ?? /^[^:]+:[^:]*:([1-9]\d*):(\d+)/m.exec(users)
  return match ? { uid: Number(match[1]), gid: Number(match[2]), commandPrefix: [] } : undefined
}

function canReach({ uid, gid, commandPrefix }: OsUser, home: string, postgres: string): boolean {
  const [command = '', ...args] = [
    ...commandPrefix,
    '/bin/sh',
    '-c',
    'cd "$0" && exec "$1" --version',
    home,
    postgres,
  ]
  return spawnSync(command, args, { uid, gid, stdio: 'ignore' }).status === 0
}
