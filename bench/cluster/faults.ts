import { setTimeout as sleep } from 'node:timers/promises'
import { databaseProcesses, findPrimary } from '#scripts/cluster/database.ts'
import { APPS, DATABASES, type Machine } from '#scripts/cluster/layout.ts'
import { etcd, patroni, pgbouncer, storeNode } from '#scripts/cluster/machine-processes.ts'
import { findPid, kill, processTree, startProcess, stopProcess } from '#scripts/cluster/processes.ts'
import { lastApp, startNode } from '#scripts/cluster/start-stop.ts'

/** Breaks something. `repair` does what systemd or an administrator would do later. */
export type Fault = { name: string; inject(): Promise<{ repair(): Promise<void> | void }> }

export const FAULTS: Record<string, Fault> = {
  none: { name: 'nothing', inject: async () => ({ repair() {} }) },
  'kill-primary': {
    name: 'primary and its Patroni: kill -9',
    async inject() {
      const primary = await requirePrimary()
      for (const pid of databaseProcesses(primary)) kill(pid, 'SIGKILL')
      return { repair: () => startProcess(patroni(primary)) }
    },
  },
  // A watchdog resets a machine that hangs, so its processes never continue.
  'freeze-primary': {
    name: 'primary and its Patroni: SIGSTOP, later a reset',
    async inject() {
      const primary = await requirePrimary()
      for (const pid of databaseProcesses(primary)) kill(pid, 'SIGSTOP')
      return {
        async repair() {
          for (const pid of databaseProcesses(primary)) kill(pid, 'SIGKILL')
          await stopProcess(patroni(primary).name, 'SIGKILL')
          startProcess(patroni(primary))
        },
      }
    },
  },
  'kill-etcd': {
    name: 'etcd on the primary’s machine: kill -9',
    async inject() {
      const primary = await requirePrimary()
      await stopProcess(etcd(primary).name, 'SIGKILL')
      return { repair: () => startProcess(etcd(primary)) }
    },
  },
  'kill-all-etcd': {
    name: 'all three etcd: kill -9',
    async inject() {
      for (const machine of DATABASES) await stopProcess(etcd(machine).name, 'SIGKILL')
      return { repair: () => DATABASES.forEach((machine) => void startProcess(etcd(machine))) }
    },
  },
  'kill-standby': {
    name: 'synchronous standby and its Patroni: kill -9',
    async inject() {
      const standby = await findStandby()
      for (const pid of databaseProcesses(standby)) kill(pid, 'SIGKILL')
      return { repair: () => startProcess(patroni(standby)) }
    },
  },
  'restart-pgbouncer': {
    name: 'PgBouncer restarted, one machine after the other',
    async inject() {
      for (const machine of APPS) {
        await stopProcess(pgbouncer(machine).name)
        startProcess(pgbouncer(machine))
        await sleep(3000)
      }
      return { repair() {} }
    },
  },
  'kill-node': {
    name: 'a store node, all its processes: kill -9',
    async inject() {
      const pid = findPid(storeNode(lastApp()).name)
      if (pid) for (const process of processTree(pid)) kill(process, 'SIGKILL')
      return { repair: () => startNode(lastApp()) }
    },
  },
  'rolling-restart': {
    name: 'store nodes restarted, one after the other',
    async inject() {
      for (const machine of APPS) {
        await stopProcess(storeNode(machine).name)
        await startNode(machine)
      }
      return { repair() {} }
    },
  },
}

async function requirePrimary(): Promise<Machine> {
  const primary = await findPrimary()
  if (!primary) throw new Error('There is no primary')
  return primary
}

async function findStandby(): Promise<Machine> {
  for (const machine of DATABASES) {
    const response = await fetch(`http://${machine.address}:8008/sync`).catch(() => undefined)
    if (response?.status === 200) return machine
  }
  throw new Error('There is no synchronous standby')
}
