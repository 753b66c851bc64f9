import { mkdirSync, writeFileSync } from 'node:fs'
import { runAttempts } from './faults/attempts.ts'
import type { FaultReport } from './faults/fault-report.ts'
import { runKills } from './faults/kills.ts'
import { runRush } from './faults/rush.ts'

/** `npm run bench -- faults [name…]`. BENCH_SHARE=0.1 runs a tenth of the load. */
const share = Number(process.env.BENCH_SHARE ?? 1)
const selectedFaults = process.argv.slice(3)
const scaled = (count: number) => Math.max(1, Math.round(count * share))

const FAULTS = {
  rush: [
    () => runRush({ nodes: 1, stock: 5, rounds: scaled(50) }),
    () => runRush({ nodes: 2, stock: 5, rounds: scaled(50) }),
    () => runRush({ nodes: 1, stock: 1000, rounds: scaled(5) }),
  ],
  attempts: [() => runAttempts({ orders: scaled(1000), sends: 20 })],
  kills: [() => runKills({ kills: scaled(200), orders: scaled(2000) })],
}

const reports: FaultReport[] = []
for (const [name, runs] of Object.entries(FAULTS)) {
  if (selectedFaults.length && !selectedFaults.includes(name)) continue
  for (const run of runs) reports.push(await run())
}

console.table(
  reports.map(({ fault, result, problems, seconds }) => {
    return { fault, result, problems: problems.length, seconds: Math.round(seconds) }
  }),
)
for (const { fault, problems } of reports)
  for (const problem of problems) console.error(`${fault}: ${problem}`)
mkdirSync('.data', { recursive: true })
writeFileSync(
  '.data/bench-faults.json',
  JSON.stringify({ at: new Date().toISOString(), share, reports }, null, 2),
)
if (reports.some(({ problems }) => problems.length)) process.exitCode = 1
