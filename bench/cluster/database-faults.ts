import { databaseProcesses, findPrimary, hasRole } from '#scripts/cluster/database.ts'
import { DATABASES, type Machine } from '#scripts/cluster/layout.ts'
import { etcd, patroni } from '#scripts/cluster/machine-processes.ts'
import { cutNetwork, repairNetwork } from '#scripts/cluster/network.ts'
import { kill, startProcess, stopProcess } from '#scripts/cluster/processes.ts'
import type { Fault } from './fault.ts'

const ETCD_PORTS = [2379, 2380]

export const DATABASE_FAULTS: Record<string, Fault> = {
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
  // Without a watchdog.
  'thaw-primary': {
    name: 'primary and its Patroni: SIGSTOP, later SIGCONT',
    async inject() {
      const primary = await requirePrimary()
      for (const pid of databaseProcesses(primary)) kill(pid, 'SIGSTOP')
      return {
        repair() {
          for (const pid of databaseProcesses(primary)) kill(pid, 'SIGCONT')
        },
      }
    },
  },
  'isolate-primary': {
    name: 'primary’s machine cut off the network',
    async inject() {
      cutNetwork(await requirePrimary())
      return { repair: repairNetwork }
    },
  },
  'isolate-etcd': {
    name: 'primary’s machine cut off etcd only',
    async inject() {
      cutNetwork(await requirePrimary(), ETCD_PORTS)
      return { repair: repairNetwork }
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
}

async function requirePrimary(): Promise<Machine> {
  const primary = await findPrimary()
  if (!primary) throw new Error('There is no primary')
  return primary
}

async function findStandby(): Promise<Machine> {
  for (const machine of DATABASES) {
    if (await hasRole(machine, '/sync')) return machine
  }
  throw new Error('There is no synchronous standby')
}
