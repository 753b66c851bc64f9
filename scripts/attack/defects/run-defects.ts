import { execFileSync, spawnSync } from 'node:child_process'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { API_BUGS } from '../bugs/api-bugs.ts'
import { CORE_BUGS } from '../bugs/core-bugs.ts'
import { MONEY_BUGS } from '../bugs/money-bugs.ts'
import { PAGE_BUGS } from '../bugs/page-bugs.ts'
import { SCRIPT_BUGS } from '../bugs/script-bugs.ts'
import { ACCESS_VULNERABILITIES } from '../vulnerabilities/access-vulnerabilities.ts'
import { ACCOUNT_VULNERABILITIES } from '../vulnerabilities/account-vulnerabilities.ts'
import { BACKUP_VULNERABILITIES } from '../vulnerabilities/backup-vulnerabilities.ts'
import { INTEGRATION_VULNERABILITIES } from '../vulnerabilities/integration-vulnerabilities.ts'
import { ORDER_VULNERABILITIES } from '../vulnerabilities/order-vulnerabilities.ts'
import { REFUND_VULNERABILITIES } from '../vulnerabilities/refund-vulnerabilities.ts'
import { REQUEST_VULNERABILITIES } from '../vulnerabilities/request-vulnerabilities.ts'
import { SIGN_IN_VULNERABILITIES } from '../vulnerabilities/sign-in-vulnerabilities.ts'
import { STAFF_VULNERABILITIES } from '../vulnerabilities/staff-vulnerabilities.ts'
import { UPLOAD_VULNERABILITIES } from '../vulnerabilities/upload-vulnerabilities.ts'
import { applyEdit, type Defect } from './defect.ts'

export const VULNERABILITIES = [
  ...ACCESS_VULNERABILITIES,
  ...ACCOUNT_VULNERABILITIES,
  ...REQUEST_VULNERABILITIES,
  ...ORDER_VULNERABILITIES,
  ...SIGN_IN_VULNERABILITIES,
  ...REFUND_VULNERABILITIES,
  ...STAFF_VULNERABILITIES,
  ...INTEGRATION_VULNERABILITIES,
  ...UPLOAD_VULNERABILITIES,
  ...BACKUP_VULNERABILITIES,
]

export const BUGS = [...MONEY_BUGS, ...CORE_BUGS, ...PAGE_BUGS, ...SCRIPT_BUGS, ...API_BUGS]

/** `npm run attack -- vulnerabilities [words…]` */
export const runVulnerabilities = (words: string[]) => runDefects('vulnerabilities', VULNERABILITIES, words)

/** `npm run attack -- bugs [words…]` */
export const runBugs = (words: string[]) => runDefects('bugs', BUGS, words)

/** Copies here find node_modules; `vitest.config.ts` names the folder too. */
const FOLDER = path.resolve('.data/defects')
const UNCHANGED = 'unchanged'

/** Restores each defect in its own copy, where its test must fail. */
function runDefects(kind: string, defects: Defect[], words: string[]): boolean {
  const selected = defects.filter(({ name }) => words.every((word) => name.includes(word)))
  rmSync(FOLDER, { recursive: true, force: true })
  try {
    copyRepository(UNCHANGED)
    for (const defect of selected) {
      const copy = copyRepository(folderOf(defect))
      for (const edit of defect.edits) applyTo(path.join(copy, edit.file), edit)
    }
    const results = runTests(selected)
    const unnoticed = selected.filter((defect) => !isNoticed(defect, results))
    console.log(`${selected.length - unnoticed.length} of ${selected.length} ${kind} fail their test.`)
    return unnoticed.length === 0
  } finally {
    rmSync(FOLDER, { recursive: true, force: true })
  }
}

const folderOf = ({ name }: Defect) => name.replace(/[^a-z]+/gi, '-')

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
    '*.css',
    '*.md',
  ]
  for (const file of execFileSync('git', list, { encoding: 'utf8' }).split('\n').filter(Boolean)) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
    linkSync(file, path.join(copy, file))
  }
  return copy
}

function applyTo(file: string, edit: Defect['edits'][number]): void {
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
function runTests(defects: Defect[]): TestResults {
  const report = path.join(FOLDER, 'report.json')
  const files = defects.flatMap((defect) =>
    [folderOf(defect), UNCHANGED].map((folder) => path.join(FOLDER, folder, defect.test)),
  )
  const names = defects.map(({ testName }) => testName.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const config = [
    '--config',
    'scripts/attack/defects/vitest.config.ts',
    '--reporter=json',
    `--outputFile=${report}`,
  ]
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...new Set(files), '-t', names.join('|'), ...config]
  spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const { testResults } = Report.parse(JSON.parse(readFileSync(report, 'utf8')))
  return new Map(testResults.map(({ name, assertionResults }) => [name, assertionResults]))
}

function isNoticed(defect: Defect, results: TestResults): boolean {
  const { name, test, testName, hangs } = defect
  const find = (folder: string) =>
    results.get(path.join(FOLDER, folder, test))?.filter(({ fullName }) => fullName.includes(testName)) ?? []
  const passes = find(UNCHANGED).some(({ status }) => status === 'passed')
  const failure = find(folderOf(defect)).find(({ status }) => status === 'failed')
  const isTimeout = !hangs && failure?.failureMessages.some((message) => message.includes('timed out'))
  const isNoticedByTest = passes && failure !== undefined && !isTimeout
  const reason = !passes ? 'does not pass without it' : isTimeout ? 'timed out' : 'does not fail'
  console.log(
    `${isNoticedByTest ? '✓' : '✗'} ${name}\n    ${test}: “${testName}”${isNoticedByTest ? '' : ` ${reason}`}`,
  )
  return isNoticedByTest
}
