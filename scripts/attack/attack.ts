import { runBugs, runVulnerabilities } from './defects/run-defects.ts'
import { runFuzz } from './fuzz/run-fuzz.ts'
import { runTools } from './tools/run-tools.ts'

/** `npm run attack [-- fuzz | vulnerabilities | bugs | tools]`. docs/attack-tests.md describes the four. */
const ATTACKS: Record<string, (args: string[]) => boolean | Promise<boolean>> = {
  fuzz: runFuzz,
  vulnerabilities: runVulnerabilities,
  bugs: runBugs,
  tools: runTools,
}

const [selected, ...args] = process.argv.slice(2)
if (selected && !Object.hasOwn(ATTACKS, selected)) {
  console.error(`Usage: npm run attack [-- ${Object.keys(ATTACKS).join(' | ')}]. See docs/attack-tests.md.`)
  process.exit(1)
}
for (const [name, run] of Object.entries(ATTACKS)) {
  if (selected && selected !== name) continue
  console.error(`\n── ${name}`)
  if (!(await run(args))) process.exitCode = 1
}
