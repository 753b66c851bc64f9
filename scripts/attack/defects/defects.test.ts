import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { applyEdit } from './defect.ts'
import { BUGS, VULNERABILITIES } from './run-defects.ts'

test.for([
  { kind: 'vulnerability', defects: VULNERABILITIES, count: 147 },
  { kind: 'bug', defects: BUGS, count: 40 },
])('every $kind can be restored in today’s code, and its test exists', ({ defects, count }) => {
  expect(defects.length).toBeGreaterThanOrEqual(count)
  expect(new Set(defects.map(({ name }) => name)).size).toBe(defects.length)
  for (const { edits, test: file, testName } of defects) {
    for (const edit of edits) expect(applyEdit(readFileSync(edit.file, 'utf8'), edit)).not.toBe('')
    expect([file, existsSync(file)]).toEqual([file, true])
    expect([testName, testName.length > 10]).toEqual([testName, true])
  }
})

test('an edit that no longer applies is an error', () => {
  const edit = { file: 'a.ts', find: 'x', replace: 'y' }
  expect(applyEdit('axb', edit)).toBe('ayb')
  for (const source of ['ab', 'axbx']) expect(() => applyEdit(source, edit)).toThrow('a.ts contains')
})
