import { readFileSync } from 'node:fs'
import {
  findAffectedTests,
  findChangedFiles,
  findRequestedTests,
  readSources,
} from './checks/affected-tests.ts'
import {
  type CheckResult,
  checkLint,
  checkTypes,
  prepareDemo,
  removeFolders,
  runPlaywright,
  runVitest,
} from './checks/runners.ts'
import { formatSlowest } from './checks/slowest.ts'
import type { TimedTest, Totals } from './checks/test-reports.ts'

/**
 * `npm test` runs all checks, even after failures, and ends with the failed tests and the totals. `--static` runs types and
 * lint, `--changed` also the tests that uncommitted changes can affect. Paths or words run those tests only.
 */
const grandTotal: Totals = { passed: 0, failed: 0, skipped: 0 }
const lines: string[] = []
const failures: string[] = []
const timedTests: TimedTest[] = []
const requests = process.argv.slice(2)
const startedAt = performance.now()

if (requests.includes('--static')) await runTogether({ Types: checkTypes, Lint: checkLint })
else if (requests.includes('--changed')) await runChanged()
else if (requests.length > 0) await runRequested()
else await runAll()
removeFolders()
printTotals()

async function runAll(): Promise<void> {
  await runTogether({ Demo: prepareDemo, Types: checkTypes, Lint: checkLint })
  await runCheck('Tests', () => runVitest())
  await runCheck('Browser', () => runPlaywright())
}

async function runChanged(): Promise<void> {
  const changed = findChangedFiles()
  const files = findAffectedTests(changed, readSources())
  process.stdout.write(
    `${changed.length} changed files, ${files.length} files of tests. npm test runs all.\n`,
  )
  await runTogether({ Types: checkTypes, Lint: checkLint })
  await runTests(files, [])
}

async function runRequested(): Promise<void> {
  const { files, words } = findRequestedTests(requests, readSources())
  await runTests(files, words)
}

async function runTests(files: string[], words: string[]): Promise<void> {
  if (files.length === 0) {
    process.stderr.write('No tests match.\n')
    grandTotal.failed++
    return
  }
  const inBrowser = files.filter((file) => file.startsWith('e2e/'))
  const inProcess = files.filter((file) => !file.startsWith('e2e/'))
  if (files.some(needsBuild)) await runTogether({ Demo: prepareDemo })
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')
  if (inProcess.length > 0)
    await runCheck('Tests', () => runVitest([...inProcess, ...(pattern ? ['-t', pattern] : [])]))
  if (inBrowser.length > 0)
    await runCheck('Browser', () => runPlaywright([...inBrowser, ...(pattern ? ['--grep', pattern] : [])]))
}

/** Tests in a browser and of processes run the built store. */
function needsBuild(file: string): boolean {
  return file.startsWith('e2e/') || readFileSync(file, 'utf8').includes('#test/processes/')
}

async function runTogether(checks: Record<string, () => Promise<CheckResult>>): Promise<void> {
  const results = Object.entries(checks).map(async ([name, run]) => {
    const checkStartedAt = performance.now()
    const { output, totals } = await run()
    return { name, output, totals, milliseconds: performance.now() - checkStartedAt }
  })
  for (const { name, output, totals, milliseconds } of await Promise.all(results)) {
    process.stdout.write(`\n── ${name}\n${output}`)
    record(name, totals, milliseconds)
  }
}

async function runCheck(name: string, run: () => Promise<Totals>): Promise<void> {
  process.stdout.write(`\n── ${name}\n`)
  const checkStartedAt = performance.now()
  record(name, await run(), performance.now() - checkStartedAt)
}

function record(name: string, totals: Totals, milliseconds: number): void {
  for (const key of ['passed', 'failed', 'skipped'] as const) grandTotal[key] += totals[key]
  failures.push(...(totals.failures ?? []))
  timedTests.push(...(totals.tests ?? []))
  lines.push(`${name.padEnd(8)} ${formatTotals(totals)} (${(milliseconds / 1000).toFixed(1)} s)`)
}

function formatTotals({ passed, failed, skipped, retried }: Totals): string {
  const counts = [`${passed} passed`, `${failed} failed`]
  if (skipped) counts.push(`${skipped} skipped`)
  if (retried) counts.push(`${retried} passed on retry`)
  return counts.join(', ')
}

function printTotals(): void {
  if (timedTests.length > 0) process.stdout.write(`\n${formatSlowest(timedTests)}\n`)
  if (failures.length > 0) process.stdout.write(`\nFailed, or passed on retry:\n\n${failures.join('\n\n')}\n`)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(`\n${lines.join('\n')}\nAll      ${seconds} s\n\n${formatTotals(grandTotal)}\n`)
  process.exitCode = grandTotal.failed ? 1 : 0
}
