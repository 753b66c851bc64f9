import { readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

/** What `npm test` prints about one check. */
export type Totals = {
  passed: number
  failed: number
  skipped: number
  retried?: number
  failures?: string[]
  tests?: TimedTest[]
}
export type TimedTest = { file: string; name: string; milliseconds: number }

/** Enough for the message of an assertion and where it failed. */
const FAILURE_LINES = 12

const VitestFile = z.object({
  name: z.string(),
  status: z.string(),
  message: z.string(),
  assertionResults: z.array(
    z.object({
      fullName: z.string(),
      status: z.string(),
      failureMessages: z.array(z.string()).nullish(),
      duration: z.number().nullish(),
    }),
  ),
})
const VitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(VitestFile),
})

export function readVitestTotals(file: string): Totals {
  const report = readReport(file, VitestReport)
  if (!report) return { passed: 0, failed: 0, skipped: 0 }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    retried: report.testResults.flatMap(({ assertionResults }) => assertionResults.filter(passedOnRetry))
      .length,
    failures: report.testResults.flatMap(listVitestFailures),
    tests: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({
        file: path.relative(process.cwd(), name),
        name: fullName,
        milliseconds: duration ?? 0,
      })),
    ),
  }
}

/** A file that cannot be loaded fails without a failed test. */
function listVitestFailures({
  name,
  status,
  message,
  assertionResults,
}: z.infer<typeof VitestFile>): string[] {
  const file = path.relative(process.cwd(), name)
  const failed = assertionResults.filter((test) => test.status === 'failed' || passedOnRetry(test))
  if (failed.length === 0 && status === 'failed') return [formatFailure(file, message)]
  return failed.map((test) =>
    formatFailure(
      `${file} › ${test.fullName}${passedOnRetry(test) ? ' (passed on retry)' : ''}`,
      test.failureMessages?.[0],
    ),
  )
}

/** Its messages are those of the first attempt. */
function passedOnRetry(test: z.infer<typeof VitestFile>['assertionResults'][number]): boolean {
  return test.status === 'passed' && Boolean(test.failureMessages?.length)
}

const PlaywrightResult = z.object({
  duration: z.number(),
  error: z.object({ message: z.string().optional() }).optional(),
})
const PlaywrightSuite = z.object({
  specs: z.array(
    z.object({
      ok: z.boolean(),
      file: z.string(),
      line: z.int(),
      title: z.string(),
      tests: z.array(z.object({ status: z.string(), results: z.array(PlaywrightResult) })),
    }),
  ),
  get suites() {
    return z.array(PlaywrightSuite).optional()
  },
})
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  suites: z.array(PlaywrightSuite),
})

export function readPlaywrightTotals(file: string): Totals {
  const report = readReport(file, PlaywrightReport)
  if (!report) return { passed: 0, failed: 0, skipped: 0 }
  const { expected, unexpected, flaky, skipped } = report.stats
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    retried: flaky,
    failures: report.suites.flatMap(listPlaywrightFailures),
    tests: report.suites.flatMap(listPlaywrightTests),
  }
}

function listPlaywrightTests({ specs, suites = [] }: z.infer<typeof PlaywrightSuite>): TimedTest[] {
  const own = specs.map(({ file, title, tests }) => {
    const durations = tests.flatMap(({ results }) => results.map(({ duration }) => duration))
    const milliseconds = durations.reduce((sum, duration) => sum + duration, 0)
    return { file: `e2e/${file}`, name: title, milliseconds }
  })
  return [...own, ...suites.flatMap(listPlaywrightTests)]
}

function listPlaywrightFailures({ specs, suites = [] }: z.infer<typeof PlaywrightSuite>): string[] {
  const failures = specs
    .filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'))
    .map(({ ok, file, line, title, tests }) =>
      formatFailure(
        `${file}:${line} › ${title}${ok ? ' (passed on retry)' : ''}`,
        tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message,
      ),
    )
  return [...failures, ...suites.flatMap(listPlaywrightFailures)]
}

function formatFailure(test: string, message = ''): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => !/^\s+at .*(node_modules|<anonymous>)/.test(line))
  return [test, ...lines.slice(0, FAILURE_LINES).map((line) => `    ${line}`)].join('\n')
}

/** Nothing when the runner wrote no report, as after a crash. */
function readReport<Report>(file: string, schema: z.ZodType<Report>): Report | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    process.stderr.write(`The report ${file} could not be read: ${error}\n`)
    return undefined
  }
}
