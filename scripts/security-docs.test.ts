import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findTests } from './checks/find-tests.ts'

const TABLE = readFileSync('docs/security-asvs.md', 'utf8')
const ROWS = [...TABLE.matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, requirement = '', status = '', how = '', evidence = '']) => ({ requirement, status, how, evidence }),
)
const STATUSES = ['met', 'operator', 'partly', 'not met']

test('the ASVS table has each applicable requirement once, in order, with its counts', () => {
  const order = ROWS.map(({ requirement }) =>
    requirement
      .split('.')
      .map((part) => part.padStart(2, '0'))
      .join(),
  )
  expect(order).toEqual([...new Set(order)].sort())
  expect(ROWS).toHaveLength(196)
  const counts = STATUSES.map((name) => ROWS.filter(({ status }) => status === name).length)
  expect(TABLE).toContain(`\n| ${[...counts, ROWS.length].join(' | ')} |\n`)
})

describe('each requirement names a test, or how a person checks it', () => {
  test.each(ROWS)('$requirement', ({ how, evidence }) => {
    const [files = '', check = ''] = evidence.split(/(?:^|, )check: /)
    const citations = [...files.matchAll(/`([^`]+)`(?: “([^”]+)”)?/g)]
    for (const [, file = '', name] of citations) {
      expect(existsSync(file), file).toBe(true)
      if (!isTestFile(file)) continue
      const tests = findTests(file).filter((cited) => !name || cited.name.includes(name))
      expect(tests, `${file} “${name}”`).not.toEqual([])
      expect(tests.filter(({ isSkipped }) => isSkipped)).toEqual([])
    }
    const hasTest = citations.some(([, file = '']) => isTestFile(file))
    expect([evidence, hasTest || check.length > 10]).toEqual([evidence, true])
    for (const [, file = '', heading] of how.matchAll(/\]\(([^)#]+)#?([^)]*)\)/g)) {
      const page = readFileSync(`docs/${file}`, 'utf8')
      const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => slug(text))
      if (heading) expect(headings).toContain(heading)
    }
  })
})

const isTestFile = (file: string) => /\.(?:test|spec|proxy)\.tsx?$/.test(file)

test('a skipped test, or one in a skipped group, proves nothing', () => {
  const code = `
    test('runs', () => {})
    test.skip('is skipped', () => {})
    test.each([1])('has %i', () => {})
    it.todo('is missing')
    describe.skip('a group', () => { test(name, () => {}); test('inside', () => {}) })
    // test('is a comment')`
  expect(findTests('a.test.ts', code)).toEqual([
    { name: 'runs', isSkipped: false },
    { name: 'is skipped', isSkipped: true },
    { name: 'has %i', isSkipped: false },
    { name: 'is missing', isSkipped: true },
    { name: 'a group', isSkipped: true },
    { name: 'inside', isSkipped: true },
  ])
})

function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')
}
