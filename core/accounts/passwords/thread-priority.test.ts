import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { test as base, expect } from 'vitest'

const test = base.skipIf(process.platform !== 'linux')

/** Runs in its own process, since a priority can't be raised again. */
function runScript(...lines: string[]): unknown {
  const file = path.join(import.meta.dirname, 'thread-priority.ts')
  const code = [
    `import { lowerThreadPriority, lowerPoolPriority } from ${JSON.stringify(file)}`,
    `import { readdirSync, readFileSync } from 'node:fs'`,
    `import { getPriority, setPriority } from 'node:os'`,
    `const prioritiesOf = (name) => readdirSync('/proc/self/task')`,
    `  .filter((id) => readFileSync('/proc/self/task/' + id + '/comm', 'utf8').startsWith(name))`,
    `  .map((id) => getPriority(Number(id)))`,
    ...lines,
  ]
  const args = ['--input-type=module', '-e', code.join('\n')]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

test('a thread lowers its priority and never raises it', () => {
  expect(runScript('lowerThreadPriority()', 'console.log(getPriority())')).toBe(10)
  expect(runScript('setPriority(15)', 'lowerThreadPriority()', 'console.log(getPriority())')).toBe(15)
})

test('pool threads have a lower priority than the main thread', () => {
  const priorities = runScript(
    'const before = getPriority()',
    'await lowerPoolPriority()',
    `console.log(JSON.stringify({ main: getPriority() === before, pool: prioritiesOf('libuv-worker') }))`,
  )
  expect(priorities).toEqual({ main: true, pool: [10, 10, 10, 10] })
})
