import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

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
  expect(ROWS).toHaveLength(195)
  const counts = STATUSES.map((name) => ROWS.filter(({ status }) => status === name).length)
  expect(TABLE).toContain(`\n| ${[...counts, ROWS.length].join(' | ')} |\n`)
})

describe('each requirement names code or tests that exist', () => {
  test.each(ROWS)('$requirement', ({ how, evidence }) => {
    const citations = [...evidence.matchAll(/`([^`]+)`(?: “([^”]+)”)?/g)]
    expect(citations).not.toEqual([])
    for (const [, file = '', title] of citations) {
      expect(existsSync(file), file).toBe(true)
      if (title) expect(readFileSync(file, 'utf8').replaceAll("\\'", '’')).toContain(title)
    }
    for (const [, file = '', heading] of how.matchAll(/\]\(([^)#]+)#?([^)]*)\)/g)) {
      const page = readFileSync(`docs/${file}`, 'utf8')
      const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => slug(text))
      if (heading) expect(headings).toContain(heading)
    }
  })
})

function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')
}
