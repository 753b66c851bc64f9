import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readPidFile } from '#db/embedded/pid-file.ts'
import type { RunningStore } from './running-store.ts'

export function webProcesses({ process: { pid } }: RunningStore): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...args]) => Number(parent) === pid && args.some((word) => word.endsWith('web.js')))
    .map(([childPid]) => Number(childPid))
}

export function findDatabasePid(data: string): number | undefined {
  return readPidFile(path.join(data, 'postgres'))?.pid
}

export function readDatabaseUrl(data: string, role: 'owner' | 'app' = 'owner'): string {
  const [name, file] =
    role === 'owner' ? ['postgres', 'postgres-password'] : ['eternal_beauty_app', 'postgres-app-password']
  const password = readFileSync(path.join(data, file), 'utf8').trim()
  return `postgres://${name}:${password}@127.0.0.1:${readPidFile(path.join(data, 'postgres'))?.port}/eternal_beauty`
}
