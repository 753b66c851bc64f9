import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { VULNERABILITIES } from './run-vulnerabilities.ts'
import { applyEdit } from './vulnerability.ts'

test('every vulnerability can be restored in today’s code, and its test exists', () => {
  expect(VULNERABILITIES.length).toBeGreaterThanOrEqual(20)
  for (const { edits, test: file } of VULNERABILITIES) {
    for (const edit of edits) expect(applyEdit(readFileSync(edit.file, 'utf8'), edit)).not.toBe('')
    expect([file, existsSync(file)]).toEqual([file, true])
  }
})

test('an edit that no longer applies is an error', () => {
  const edit = { file: 'a.ts', find: 'x', replace: 'y' }
  expect(applyEdit('axb', edit)).toBe('ayb')
  for (const source of ['ab', 'axbx']) expect(() => applyEdit(source, edit)).toThrow('a.ts contains')
})
