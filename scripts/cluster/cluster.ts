import { rmSync } from 'node:fs'
import { checkConnections, isProtected } from './check-connections.ts'
import { listMembers, pgbackrest } from './database.ts'
import { CLUSTER_DIR, PUBLIC_URL } from './layout.ts'
import { runningProcesses } from './processes.ts'
import { findMissingRequirement } from './requirements.ts'
import { restore } from './restore.ts'
import { bringDown, bringUp } from './start-stop.ts'

/** `npm run cluster -- up | status | check | backup | restore <time> | down`: the cluster of docs/scale.md on one machine. */
const COMMANDS: Record<string, () => Promise<void>> = {
  async up() {
    await bringUp()
    console.log(`The cluster is up: ${PUBLIC_URL} (self-signed certificate). Logs are in ${CLUSTER_DIR}/log.`)
  },
  async status() {
    console.log(`Processes: ${runningProcesses().join(', ') || 'none'}`)
    console.table(await listMembers(), ['name', 'role', 'state', 'lag'])
  },
  async check() {
    const rows = await checkConnections()
    console.table(rows)
    if (!rows.every(isProtected))
      throw new Error('A port accepts more than TLS with a machine’s certificate.')
  },
  async backup() {
    await pgbackrest('backup', '--type=full')
    console.log(await pgbackrest('info'))
  },
  async restore() {
    const url = await restore(process.argv[3] ?? '')
    console.log(`Restored, read-only, beside the cluster: psql '${url}'`)
  },
  async down() {
    await bringDown()
    rmSync(CLUSTER_DIR, { recursive: true, force: true })
    console.log('The cluster is down, and its data is deleted.')
  },
}

const command = COMMANDS[process.argv[2] ?? '']
const problem = command ? findMissingRequirement() : `Use one of ${Object.keys(COMMANDS).join(', ')}.`
if (problem) {
  console.error(problem)
  process.exitCode = 1
} else await command?.()
