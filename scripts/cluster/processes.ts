import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CLUSTER_DIR } from './layout.ts'

export type ClusterProcess = {
  name: string
  command: string[]
  /** The service user. Without it, the process runs as the user of the command. */
  user?: 'postgres'
  /** Instead of the user's own. */
  group?: number
  /** Instead of the folder of the command. */
  folder?: string
  env?: Record<string, string>
}

const RUN_DIR = path.join(CLUSTER_DIR, 'run')
const LOG_DIR = path.join(CLUSTER_DIR, 'log')

/** Starts a process that outlives this one, unless it runs. */
export function startProcess({ name, command, user, group, folder, env }: ClusterProcess): void {
  const [program = '', ...args] = command
  if (findPid(name)) return
  for (const directory of [RUN_DIR, LOG_DIR]) mkdirSync(directory, { recursive: true })
  const log = openSync(path.join(LOG_DIR, `${name}.log`), 'a')
  const child = spawn(program, args, {
    cwd: folder ?? (user ? '/' : process.cwd()),
    env: { PATH: `${process.env.PATH}:/usr/sbin:/usr/bin`, LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', log, log],
    detached: true,
    ...(user && serviceUser(user)),
    ...(group && { gid: group }),
  })
  child.on('error', (error) => console.error(`${name}: ${error.message}`))
  child.unref()
  if (child.pid) writeFileSync(pidFile(name), `${child.pid} ${startTime(child.pid)}`)
}

export async function stopProcess(name: string, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  const pid = findPid(name)
  if (!pid) return
  kill(pid, signal)
  for (const until = Date.now() + 60_000; findPid(name); await sleep(50))
    if (Date.now() > until) kill(pid, 'SIGKILL')
  rmSync(pidFile(name), { force: true })
}

/** Does nothing if the process has ended. */
export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** The ID of the process that was started under this name, if it still runs. */
export function findPid(name: string): number | undefined {
  if (!existsSync(pidFile(name))) return undefined
  const [pid = '', startedAt] = readFileSync(pidFile(name), 'utf8').split(' ')
  // Another process may have the ID by now.
  return startedAt && startTime(Number(pid)) === startedAt ? Number(pid) : undefined
}

export function runningProcesses(): string[] {
  if (!existsSync(RUN_DIR)) return []
  return readdirSync(RUN_DIR)
    .map((file) => file.replace(/\.pid$/, ''))
    .filter(findPid)
}

/** A process and all its descendants. */
export function processTree(pid: number): number[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const children = pids.filter((candidate) => readStat(candidate)?.[1] === String(pid))
  return [pid, ...children.flatMap(processTree)]
}

export function serviceUser(user: string): { uid: number; gid: number } {
  const idOf = (option: string) => Number(execFileSync('id', [option, user], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

const pidFile = (name: string) => path.join(RUN_DIR, `${name}.pid`)

function startTime(pid: number): string {
  const stat = readStat(pid)
  return stat && stat[0] !== 'Z' ? (stat[19] ?? '') : ''
}

/** The fields after the program's name, which may contain spaces: state, parent, … */
function readStat(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
