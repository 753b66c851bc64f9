import { execFileSync, spawnSync } from 'node:child_process'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { ACCOUNT_VULNERABILITIES } from './account-vulnerabilities.ts'
import { ORDER_VULNERABILITIES } from './order-vulnerabilities.ts'
import { REQUEST_VULNERABILITIES } from './request-vulnerabilities.ts'
import { applyEdit, type Vulnerability } from './vulnerability.ts'

export const VULNERABILITIES = [
  ...ACCOUNT_VULNERABILITIES,
  ...REQUEST_VULNERABILITIES,
  ...ORDER_VULNERABILITIES,
]

/** Copies here find node_modules; `vitest.config.ts` names the folder too. */
const FOLDER = path.resolve('.data/vulnerabilities')
const UNCHANGED = 'unchanged'

/** `npm run attack -- vulnerabilities [words…]`: restores each vulnerability in its own copy, where its test must fail. */
export function runVulnerabilities(words: string[]): boolean {
  const selected = VULNERABILITIES.filter(({ name }) => words.every((word) => name.includes(word)))
  rmSync(FOLDER, { recursive: true, force: true })
  try {
    copyRepository(UNCHANGED)
    for (const vulnerability of selected) {
      const copy = copyRepository(folderOf(vulnerability))
      for (const edit of vulnerability.edits) applyTo(path.join(copy, edit.file), edit)
    }
    const results = runTests(selected)
    const unnoticed = selected.filter((vulnerability) => !isNoticed(vulnerability, results))
    console.log(
      `${selected.length - unnoticed.length} of ${selected.length} vulnerabilities fail their test.`,
    )
    return unnoticed.length === 0
  } finally {
    rmSync(FOLDER, { recursive: true, force: true })
  }
}

const folderOf = ({ name }: Vulnerability) => name.replace(/[^a-z]+/gi, '-')

function copyRepository(name: string): string {
  const copy = path.join(FOLDER, name)
  const list = [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '--deduplicate',
    '*.ts',
    '*.tsx',
    '*.json',
    '*.sql',
  ]
  for (const file of execFileSync('git', list, { encoding: 'utf8' }).split('\n').filter(Boolean)) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
    linkSync(file, path.join(copy, file))
  }
  return copy
}

function applyTo(file: string, edit: Vulnerability['edits'][number]): void {
  const source = readFileSync(file, 'utf8')
  // Without the link, only the copy changes.
  rmSync(file)
  writeFileSync(file, applyEdit(source, edit))
}

const TestResult = z.object({
  status: z.string(),
  fullName: z.string(),
  failureMessages: z.array(z.string()),
})
const Report = z.object({
  testResults: z.array(z.object({ name: z.string(), assertionResults: z.array(TestResult) })),
})
type TestResults = Map<string, z.infer<typeof TestResult>[]>

/** Every test file in its copy and in the unchanged one, in one run. */
function runTests(vulnerabilities: Vulnerability[]): TestResults {
  const report = path.join(FOLDER, 'report.json')
  const files = vulnerabilities.flatMap((vulnerability) =>
    [folderOf(vulnerability), UNCHANGED].map((folder) => path.join(FOLDER, folder, vulnerability.test)),
  )
  const names = vulnerabilities.map(({ testName }) => testName.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const config = [
    '--config',
    'scripts/attack/vulnerabilities/vitest.config.ts',
    '--reporter=json',
    `--outputFile=${report}`,
  ]
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...new Set(files), '-t', names.join('|'), ...config]
  spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const { testResults } = Report.parse(JSON.parse(readFileSync(report, 'utf8')))
  return new Map(testResults.map(({ name, assertionResults }) => [name, assertionResults]))
}

function isNoticed(vulnerability: Vulnerability, results: TestResults): boolean {
  const { name, test, testName, hangs } = vulnerability
  const find = (folder: string) =>
    results.get(path.join(FOLDER, folder, test))?.filter(({ fullName }) => fullName.includes(testName)) ?? []
  const passes = find(UNCHANGED).some(({ status }) => status === 'passed')
  const failure = find(folderOf(vulnerability)).find(({ status }) => status === 'failed')
  const isTimeout = !hangs && failure?.failureMessages.some((message) => message.includes('timed out'))
  const isNoticedByTest = passes && failure !== undefined && !isTimeout
  const reason = !passes ? 'does not pass without it' : isTimeout ? 'timed out' : 'does not fail'
  console.log(
    `${isNoticedByTest ? '✓' : '✗'} ${name}\n    ${test}: “${testName}”${isNoticedByTest ? '' : ` ${reason}`}`,
  )
  return isNoticedByTest
}
