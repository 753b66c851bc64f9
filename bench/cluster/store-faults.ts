import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { APPS, CLUSTER_DIR, nodeUrl, SPARE_APP } from '#scripts/cluster/layout.ts'
import { haproxy, pgbouncer, storeNode } from '#scripts/cluster/machine-processes.ts'
import {
  type ClusterProcess,
  findPid,
  kill,
  processTree,
  startProcess,
  stopProcess,
} from '#scripts/cluster/processes.ts'
import { FAKETIME } from '#scripts/cluster/requirements.ts'
import { lastApp, startNode, waitUntil } from '#scripts/cluster/start-stop.ts'
import type { Fault } from './fault.ts'
import { createRelease } from './release.ts'

export const STORE_FAULTS: Record<string, Fault> = {
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
      await restartNodes()
      return { repair() {} }
    },
  },
  'rolling-deploy': {
    name: 'a release with migrations deployed, later rolled back',
    async inject() {
      await restartNodes({ folder: createRelease() })
      return { repair: () => restartNodes() }
    },
  },
  'step-clock': {
    name: 'a store node’s clock: 5 minutes ahead, then 5 behind',
    async inject() {
      const offset = path.join(CLUSTER_DIR, 'clock-offset')
      writeFileSync(offset, '+0')
      const fakeClock = {
        LD_PRELOAD: FAKETIME,
        FAKETIME_TIMESTAMP_FILE: offset,
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      }
      await stopProcess(storeNode(lastApp()).name)
      await startNode(lastApp(), { env: fakeClock })
      writeFileSync(offset, '+5m')
      await sleep(10_000)
      writeFileSync(offset, '-5m')
      return {
        async repair() {
          await stopProcess(storeNode(lastApp()).name)
          await startNode(lastApp())
        },
      }
    },
  },
  'add-node': {
    name: 'a third store machine started',
    async inject() {
      for (const service of [haproxy, pgbouncer]) startProcess(service(SPARE_APP))
      const startedAt = performance.now()
      startProcess(storeNode(SPARE_APP))
      await waitUntil('the new node serves a page', servesPage)
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      return {
        async repair() {
          for (const service of [storeNode, pgbouncer, haproxy]) await stopProcess(service(SPARE_APP).name)
        },
        note: `the new node served its first page after ${seconds} s`,
      }
    },
  },
}

async function restartNodes(change?: Partial<ClusterProcess>): Promise<void> {
  for (const machine of APPS) {
    await stopProcess(storeNode(machine).name)
    await startNode(machine, change)
  }
}

async function servesPage(): Promise<boolean> {
  const response = await fetch(nodeUrl(SPARE_APP)).catch(() => undefined)
  return response?.ok ?? false
}
