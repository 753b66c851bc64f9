import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import path from 'node:path'
import { createDatabaseFolder } from '#test/database-folder.ts'
import { seedDemoFolder } from '#test/processes/running-store.ts'
import { BrowserNotFoundError, findBrowser } from '../find-browser.ts'
import { readPlaywrightTotals, readVitestTotals, type Totals } from './test-reports.ts'

/** What a check prints, and its totals. Checks that run at the same time print one after the other. */
export type CheckResult = { output: string; totals: Totals }

const reportsFolder = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-checks-'))
const demoFolder = createDatabaseFolder('eternal-beauty-demo-')
// PostgreSQL may run as another user.
chmodSync(demoFolder, 0o755)

export function removeFolders(): void {
  for (const folder of [reportsFolder, demoFolder]) rmSync(folder, { recursive: true, force: true })
}

export async function checkTypes(): Promise<CheckResult> {
  const typegen = await captureTool('@react-router/dev/bin.cjs', 'typegen')
  if (typegen.code !== 0) return passOrFail(false, typegen.output)
  const { code, output } = await captureTool('typescript/bin/tsc')
  return passOrFail(code === 0, output)
}

export async function checkLint(): Promise<CheckResult> {
  const { code, output } = await captureTool('@biomejs/biome/bin/biome', 'check', '--colors=force', '.')
  return passOrFail(code === 0, output)
}

/** Builds the store if it is stale. Tests of processes and in browsers start with copies of one demo. */
export async function prepareDemo(): Promise<CheckResult> {
  const { code, output } = await capture(process.execPath, ['scripts/setup.mjs', '--build', '--dev'])
  if (code !== 0) return passOrFail(false, output)
  process.env.TEST_DEMO_FOLDER = demoFolder
  try {
    await seedDemoFolder(path.join(demoFolder, 'demo'))
    return passOrFail(true, output)
  } catch (error) {
    return passOrFail(false, `${output}The demo could not be seeded: ${error}\n`)
  }
}

export async function runVitest(args: string[] = []): Promise<Totals> {
  const file = path.join(reportsFolder, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await runTool('vitest/vitest.mjs', 'run', ...reporters, ...args)
  return checkedTotals('Vitest', code, readVitestTotals(file))
}

export async function runPlaywright(args: string[] = []): Promise<Totals> {
  try {
    process.env.CHROMIUM = await findBrowser()
  } catch (error) {
    if (!(error instanceof BrowserNotFoundError)) throw error
    process.stderr.write(`${error.message}\n`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
  const file = path.join(reportsFolder, 'playwright.json')
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = file
  const code = await runTool('@playwright/test/cli.js', 'test', '--reporter=list,json', ...args)
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

function passOrFail(passed: boolean, output: string): CheckResult {
  return { output, totals: { passed: Number(passed), failed: Number(!passed), skipped: 0 } }
}

const toolPath = (tool: string) => path.join('node_modules', tool)

function runTool(tool: string, ...args: string[]): Promise<number> {
  const child = spawn(process.execPath, [toolPath(tool), ...args], { stdio: 'inherit' })
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => resolve(exitCode(code, signal)))
  })
}

function captureTool(tool: string, ...args: string[]): Promise<{ code: number; output: string }> {
  return capture(process.execPath, [toolPath(tool), ...args])
}

function capture(command: string, args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  return new Promise((resolve) => {
    child.on('close', (code, signal) => resolve({ code: exitCode(code, signal), output }))
  })
}

function exitCode(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + constants.signals[signal ?? 'SIGTERM']
}
