import { runFuzz } from './fuzz/run-fuzz.ts'
import { runTools } from './tools/run-tools.ts'
import { runVulnerabilities } from './vulnerabilities/run-vulnerabilities.ts'

/** `npm run attack [-- fuzz | tools | vulnerabilities]`. docs/attack-tests.md describes the three. */
const ATTACKS: Record<string, (args: string[]) => boolean | Promise<boolean>> = {
  fuzz: runFuzz,
  vulnerabilities: runVulnerabilities,
  tools: runTools,
}

const [selected, ...args] = process.argv.slice(2)
for (const [name, run] of Object.entries(ATTACKS)) {
  if (selected && selected !== name) continue
  console.error(`\n── ${name}`)
  if (!(await run(args))) process.exitCode = 1
}
