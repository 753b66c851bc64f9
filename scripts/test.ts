import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { findBrowser, NoBrowser } from './find-browser.ts'

/** `npm test`: every check, whatever the others say, and one line of totals at the end. `--static`: types and lint. */
type Totals = { passed: number; failed: number; skipped: number; late?: number }
type Check = { name: string; run(): Promise<Totals> }

const reports = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-checks-'))

const staticChecks: Check[] = [
  {
    name: 'Types',
    run: async () => one((await typegen()) === 0 && (await node('typescript/bin/tsc')) === 0),
  },
  { name: 'Lint', run: async () => one((await node('@biomejs/biome/bin/biome', 'check', '.')) === 0) },
]
const checks: Check[] = [
  ...staticChecks,
  { name: 'Tests', run: vitest },
  { name: 'Browser', run: playwright },
]

function typegen(): Promise<number> {
  return node('@react-router/dev/bin.cjs', 'typegen')
}

async function vitest(): Promise<Totals> {
  const file = path.join(reports, 'vitest.json')
  const code = await node(
    'vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  )
  const report = read(file, VitestReport)
  return counted('Vitest', code, {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  })
}

const VitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
})

async function playwright(): Promise<Totals> {
  try {
    process.env.CHROMIUM = await findBrowser()
  } catch (error) {
    if (!(error instanceof NoBrowser)) throw error
    process.stderr.write(`${error.message}\n`)
    return one(false)
  }
  const file = path.join(reports, 'playwright.json')
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = file
  const code = await node('@playwright/test/cli.js', 'test', '--reporter=list,json')
  const stats = read(file, PlaywrightReport)?.stats
  return counted('Playwright', code, {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    skipped: stats?.skipped ?? 0,
    late: stats?.flaky ?? 0,
  })
}

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
})

/** A run that ended badly without a failed test, or that tested nothing, is itself a failure. */
function counted(runner: string, code: number, totals: Totals): Totals {
  const { passed, failed } = totals
  if (failed > 0 || (code === 0 && passed > 0)) return totals
  const why = passed === 0 ? 'no test was run' : `no test failed, but it ended with status ${code}`
  process.stderr.write(`${runner}: ${why}.\n`)
  return { ...totals, failed: 1 }
}

function one(passed: boolean): Totals {
  return { passed: Number(passed), failed: Number(!passed), skipped: 0 }
}

function say({ passed, failed, skipped, late }: Totals): string {
  const passing = late ? `${passed} passed, of them ${late} at the second try` : `${passed} passed`
  return `${passing}, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}

function read<Report>(file: string, shape: z.ZodType<Report>): Report | undefined {
  try {
    return shape.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** A tool of node_modules, on this very Node, speaking straight to whoever watches. */
function node(tool: string, ...args: string[]): Promise<number> {
  const child = spawn(process.execPath, [path.join('node_modules', tool), ...args], { stdio: 'inherit' })
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
  })
}

// Last, so that everything above is there.
const sum: Totals = { passed: 0, failed: 0, skipped: 0 }
const lines: string[] = []
for (const { name, run } of process.argv.includes('--static') ? staticChecks : checks) {
  process.stdout.write(`\n── ${name}\n`)
  const began = performance.now()
  const totals = await run()
  for (const key of ['passed', 'failed', 'skipped'] as const) sum[key] += totals[key]
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  lines.push(`${name.padEnd(8)} ${say(totals)} (${seconds} s)`)
}
rmSync(reports, { recursive: true, force: true })
process.stdout.write(`\n${lines.join('\n')}\n\n${say(sum)}\n`)
process.exitCode = sum.failed ? 1 : 0
