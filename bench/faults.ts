import { mkdirSync, writeFileSync } from 'node:fs'
import { attempts } from './faults/attempts.ts'
import type { Finding } from './faults/finding.ts'
import { kills } from './faults/kills.ts'
import { rush } from './faults/rush.ts'

/** `npm run bench -- faults [which …]`; BENCH_SHARE=0.1 asks for a tenth of it. */
const share = Number(process.env.BENCH_SHARE ?? 1)
const wanted = process.argv.slice(3)
const times = (whole: number) => Math.max(1, Math.round(whole * share))

const FAULTS = {
  rush: [
    () => rush({ nodes: 1, stock: 5, rounds: times(50) }),
    () => rush({ nodes: 2, stock: 5, rounds: times(50) }),
    () => rush({ nodes: 1, stock: 1000, rounds: times(5) }),
  ],
  attempts: [() => attempts({ orders: times(1000), sends: 20 })],
  kills: [() => kills({ kills: times(200), orders: times(2000) })],
}

const found: Finding[] = []
for (const [name, runs] of Object.entries(FAULTS)) {
  if (wanted.length && !wanted.includes(name)) continue
  for (const run of runs) found.push(await run())
}

console.table(
  found.map(({ fault, what, wrong, seconds }) => {
    return { fault, what, wrong: wrong.length, seconds: Math.round(seconds) }
  }),
)
for (const { fault, wrong } of found) for (const line of wrong) console.error(`${fault}: ${line}`)
mkdirSync('.data', { recursive: true })
writeFileSync(
  '.data/bench-faults.json',
  JSON.stringify({ at: new Date().toISOString(), share, found }, null, 2),
)
if (found.some(({ wrong }) => wrong.length)) process.exitCode = 1
