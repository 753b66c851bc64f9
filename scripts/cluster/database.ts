import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { get } from 'node:https'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { readCertificates } from './certificates.ts'
import { configDir, DATABASES, dataDir, type Machine } from './layout.ts'
import { findPid, processTree, serviceUser } from './processes.ts'

export type Member = { name: string; role: string; state: string; lag?: number | string }

/** The members of the PostgreSQL cluster, as the first Patroni that answers knows them. */
export async function listMembers(): Promise<Member[]> {
  for (const machine of DATABASES) {
    const response = await askPatroni(machine, '/cluster').catch(() => undefined)
    if (response?.status === 200) return (JSON.parse(response.body) as { members: Member[] }).members
  }
  return []
}

type PatroniReply = { status: number | undefined; body: string }

export async function findPrimary(): Promise<Machine | undefined> {
  const responses = DATABASES.map((machine) => hasRole(machine, '/primary'))
  return DATABASES[(await Promise.all(responses)).indexOf(true)]
}

/** A primary, a synchronous standby, and a further replica that stream. */
export async function isHealthy(): Promise<boolean> {
  const standbys = await Promise.all(DATABASES.map((machine) => hasRole(machine, '/sync')))
  const replicas = await Promise.all(DATABASES.map((machine) => hasRole(machine, '/replica')))
  return (
    (await findPrimary()) !== undefined && standbys.includes(true) && replicas.filter(Boolean).length === 2
  )
}

export async function hasRole(machine: Machine, check: string): Promise<boolean> {
  return askPatroni(machine, check).then(
    ({ status }) => status === 200,
    () => false,
  )
}

/** Patroni answers only machines of the cluster. */
async function askPatroni(machine: Machine, check: string): Promise<PatroniReply> {
  const options = {
    ...readCertificates(configDir(machine)),
    agent: false,
    signal: AbortSignal.timeout(3000),
  }
  return new Promise((resolve, reject) => {
    get(`https://${machine.address}:8008${check}`, options, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject)
    }).on('error', reject)
  })
}

/** Patroni and PostgreSQL of a machine, with all their processes. */
export function databaseProcesses(machine: Machine): number[] {
  const roots = [findPid(`${machine.name}-patroni`), readPostmaster(machine)]
  return roots.flatMap((pid) => (pid ? processTree(pid) : []))
}

function readPostmaster(machine: Machine): number | undefined {
  try {
    const folder = path.join(dataDir(machine), 'postgres')
    const [pid = '', dataFolder] = readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')
    const isPostgres = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
    return isPostgres && dataFolder === folder ? Number(pid) : undefined
  } catch {
    return undefined
  }
}

/** Runs pgBackRest on the primary, which holds the newest data. */
export async function pgbackrest(...args: string[]): Promise<string> {
  const primary = await findPrimary()
  if (!primary) throw new Error('There is no primary. See npm run cluster -- status.')
  const config = `--config=${path.join(configDir(primary), 'pgbackrest.conf')}`
  const options = { cwd: '/', ...serviceUser('postgres') }
  const { stdout } = await promisify(execFile)('pgbackrest', [config, '--stanza=shop', ...args], options)
  return stdout
}
