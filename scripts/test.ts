import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import path from 'node:path'
import { createDatabaseFolder } from '#test/database-folder.ts'
import { seedDemoFolder } from '#test/processes/running-store.ts'
import { BrowserNotFoundError, findBrowser } from './find-browser.ts'
import { readPlaywrightTotals, readVitestTotals, type Totals } from './test-reports.ts'

/** `npm test` runs all checks, even after failures, and ends with the failed tests and the totals. `--static` runs types and lint. */
type Check = { name: string; run(): Promise<Totals> }

const reportsFolder = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-checks-'))

const demoFolder = createDatabaseFolder('eternal-beauty-demo-')
// PostgreSQL may run as another user.
chmodSync(demoFolder, 0o755)

const staticChecks: Check[] = [
  {
    name: 'Types',
    run: async () => passOrFail((await typegen()) === 0 && (await runNodeTool('typescript/bin/tsc')) === 0),
  },
  {
    name: 'Lint',
    run: async () => passOrFail((await runNodeTool('@biomejs/biome/bin/biome', 'check', '.')) === 0),
  },
]
const checks: Check[] = [
  ...staticChecks,
  { name: 'Demo', run: seedDemo },
  { name: 'Tests', run: vitest },
  { name: 'Browser', run: playwright },
]

function typegen(): Promise<number> {
  return runNodeTool('@react-router/dev/bin.cjs', 'typegen')
}

/** Tests of processes and in browsers start with copies of one demo, because making its picture sizes takes minutes. */
async function seedDemo(): Promise<Totals> {
  process.env.TEST_DEMO_FOLDER = demoFolder
  try {
    await seedDemoFolder(path.join(demoFolder, 'demo'))
    return passOrFail(true)
  } catch (error) {
    process.stderr.write(`The demo could not be seeded: ${error}\n`)
    return passOrFail(false)
  }
}

async function vitest(): Promise<Totals> {
  const file = path.join(reportsFolder, 'vitest.json')
  const code = await runNodeTool(
    'vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  )
  return checkedTotals('Vitest', code, readVitestTotals(file))
}

async function playwright(): Promise<Totals> {
  try {
    process.env.CHROMIUM = await findBrowser()
  } catch (error) {
    if (!(error instanceof BrowserNotFoundError)) throw error
    process.stderr.write(`${error.message}\n`)
    return passOrFail(false)
  }
  const file = path.join(reportsFolder, 'playwright.json')
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = file
  const code = await runNodeTool('@playwright/test/cli.js', 'test', '--reporter=list,json')
  return checkedTotals('Playwright', code, readPlaywrightTotals(file))
}

/** A run without tests, or with an error but no failed test, counts as a failure. */
function checkedTotals(runner: string, code: number, totals: Totals): Totals {
  const { passed, failed } = totals
  if (failed > 0 || (code === 0 && passed > 0)) return totals
  const reason = passed === 0 ? 'no tests ran' : `no tests failed, but it exited with status ${code}`
  process.stderr.write(`${runner}: ${reason}.\n`)
  return { ...totals, failed: 1 }
}

function passOrFail(passed: boolean): Totals {
  return { passed: Number(passed), failed: Number(!passed), skipped: 0 }
}

function formatTotals({ passed, failed, skipped, retried }: Totals): string {
  const counts = [`${passed} passed`, `${failed} failed`]
  if (skipped) counts.push(`${skipped} skipped`)
  if (retried) counts.push(`${retried} passed on retry`)
  return counts.join(', ')
}

function runNodeTool(tool: string, ...args: string[]): Promise<number> {
  const child = spawn(process.execPath, [path.join('node_modules', tool), ...args], { stdio: 'inherit' })
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
  })
}

const grandTotal: Totals = { passed: 0, failed: 0, skipped: 0 }
const lines: string[] = []
const failures: string[] = []
for (const { name, run } of process.argv.includes('--static') ? staticChecks : checks) {
  process.stdout.write(`\n── ${name}\n`)
  const startedAt = performance.now()
  const totals = await run()
  for (const key of ['passed', 'failed', 'skipped'] as const) grandTotal[key] += totals[key]
  failures.push(...(totals.failures ?? []))
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  lines.push(`${name.padEnd(8)} ${formatTotals(totals)} (${seconds} s)`)
}
for (const folder of [reportsFolder, demoFolder]) rmSync(folder, { recursive: true, force: true })
if (failures.length > 0) process.stdout.write(`\nFailed:\n\n${failures.join('\n\n')}\n`)
process.stdout.write(`\n${lines.join('\n')}\n\n${formatTotals(grandTotal)}\n`)
process.exitCode = grandTotal.failed ? 1 : 0
