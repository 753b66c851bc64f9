import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { test as base, expect } from 'vitest'

const test = base.skipIf(process.platform !== 'linux')

/** What a process of its own prints: nobody's rank can be raised again. */
function runScript(...lines: string[]): unknown {
  const file = path.join(import.meta.dirname, 'thread-priority.ts')
  const code = [
    `import { lowerThreadPriority, lowerPoolPriority } from ${JSON.stringify(file)}`,
    `import { readdirSync, readFileSync } from 'node:fs'`,
    `import { getPriority, setPriority } from 'node:os'`,
    `const rankOf = (name) => readdirSync('/proc/self/task')`,
    `  .filter((id) => readFileSync('/proc/self/task/' + id + '/comm', 'utf8').startsWith(name))`,
    `  .map((id) => getPriority(Number(id)))`,
    ...lines,
  ]
  const args = ['--input-type=module', '-e', code.join('\n')]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

test('a thread ranks itself below the rest, and never above what it was', () => {
  expect(runScript('lowerThreadPriority()', 'console.log(getPriority())')).toBe(10)
  expect(runScript('setPriority(15)', 'lowerThreadPriority()', 'console.log(getPriority())')).toBe(15)
})

test('the pool’s threads rank below the one that answers', () => {
  const ranks = runScript(
    'const before = getPriority()',
    'await lowerPoolPriority()',
    `console.log(JSON.stringify({ main: getPriority() === before, pool: rankOf('libuv-worker') }))`,
  )
  expect(ranks).toEqual({ main: true, pool: [10, 10, 10, 10] })
})
