import { setTimeout as sleep } from 'node:timers/promises'
import { writeConfiguration } from './configuration.ts'
import { databaseProcesses, isHealthy, pgbackrest } from './database.ts'
import { APPS, DATABASES, type Machine, nodeUrl } from './layout.ts'
import { etcd, haproxy, jobWorker, nginx, patroni, pgbouncer, storeNode } from './machine-processes.ts'
import { repairNetwork } from './network.ts'
import { type ClusterProcess, kill, runningProcesses, startProcess, stopProcess } from './processes.ts'

/** Starts every process that doesn't run yet. */
export async function bringUp(): Promise<void> {
  writeConfiguration()
  for (const machine of DATABASES) startProcess(etcd(machine))
  for (const machine of DATABASES) startProcess(patroni(machine))
  await waitUntil('PostgreSQL has a primary and two replicas', isHealthy)
  await waitUntil('the backup repository is ready', () =>
    pgbackrest('stanza-create').then(
      () => true,
      () => false,
    ),
  )
  for (const machine of APPS) for (const service of [haproxy, pgbouncer]) startProcess(service(machine))
  // The first node migrates, and seeds the demo.
  for (const machine of APPS) await startNode(machine)
  startProcess(jobWorker(lastApp()))
  startProcess(nginx)
}

export async function bringDown(): Promise<void> {
  repairNetwork()
  for (const machine of DATABASES) for (const pid of databaseProcesses(machine)) kill(pid, 'SIGCONT')
  const stop = (...processes: ClusterProcess[]) => Promise.all(processes.map(({ name }) => stopProcess(name)))
  // Services may have a part of their configuration missing, so only names are used here.
  const names = runningProcesses()
  const stopMatching = (pattern: RegExp) =>
    Promise.all(names.filter((name) => pattern.test(name)).map((name) => stopProcess(name)))
  await stop(nginx)
  await stopMatching(/-postgres$/)
  await stopMatching(/-(node|worker)$/)
  await stopMatching(/-(pgbouncer|haproxy)$/)
  await stopMatching(/-patroni$/)
  for (const machine of DATABASES) for (const pid of databaseProcesses(machine)) kill(pid, 'SIGKILL')
  await stopMatching(/-etcd$/)
}

export async function startNode(machine: Machine, change: Partial<ClusterProcess> = {}): Promise<void> {
  const node = storeNode(machine)
  startProcess({ ...node, ...change, env: { ...node.env, ...change.env } })
  await waitUntil(`the node on ${machine.name} is ready`, () => isReady(machine))
}

export function lastApp(): Machine {
  const machine = APPS.at(-1)
  if (!machine) throw new Error('The cluster has no store machine')
  return machine
}

async function isReady(machine: Machine): Promise<boolean> {
  const response = await fetch(`${nodeUrl(machine)}/health/ready`).catch(() => undefined)
  return response?.ok ?? false
}

export async function waitUntil(
  state: string,
  isReached: () => Promise<boolean>,
  seconds = 120,
): Promise<void> {
  for (const until = Date.now() + seconds * 1000; !(await isReached()); await sleep(250))
    if (Date.now() > until)
      throw new Error(`After ${seconds} s, it is still not true that ${state}. See the logs, or run down.`)
}
