import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** A clone whose npm and build only record that they ran. */
function createClone() {
  const folder = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-clone-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['scripts', 'node_modules/.bin']) mkdirSync(path.join(folder, name), { recursive: true })
  const names = [
    ...['package.json', 'package-lock.json', 'vite.config.ts', 'react-router.config.ts'],
    ...['scripts/dependencies.ts', 'scripts/installed-dependencies.ts'],
    ...['scripts/route-manifests.ts', 'scripts/split-stylesheet.ts'],
  ]
  for (const name of names) writeFileSync(path.join(folder, name), '{}')
  copyFileSync('scripts/setup.mjs', path.join(folder, 'scripts/setup.mjs'))
  symlinkSync(process.execPath, path.join(folder, 'node_modules/.bin/node'))
  const log = path.join(folder, 'log')
  const record = (text: string) =>
    `require('node:fs').appendFileSync(${JSON.stringify(log)}, ${text} + '\\n')`
  writeFileSync(path.join(folder, 'npm.js'), record('process.argv[2]'))
  writeFileSync(path.join(folder, 'scripts/build.ts'), record(`'build'`))
  return {
    change: (name: string) => writeFileSync(path.join(folder, name), '{"changed": true}'),
    /** What the setup did. */
    setUp(args: string[], env: Record<string, string> = {}): string[] {
      writeFileSync(log, '')
      const { NODE_ENV: _, ...inherited } = process.env
      const { status, stderr } = spawnSync(process.execPath, ['scripts/setup.mjs', ...args], {
        cwd: folder,
        env: { ...inherited, npm_execpath: path.join(folder, 'npm.js'), ...env },
        encoding: 'utf8',
      })
      expect([status, stderr]).toEqual([0, expect.not.stringContaining('failed')])
      return readFileSync(log, 'utf8').trim().split('\n').filter(Boolean)
    },
  }
}

const START = ['--build']
const TEST = ['--build', '--dev']
const PRODUCTION = { NODE_ENV: 'production' }

test('starting and testing install and build once', () => {
  const { setUp, change } = createClone()
  expect(setUp(START)).toEqual(['ci', 'build'])
  expect(setUp(TEST)).toEqual([])
  expect(setUp(START)).toEqual([])
  change('vite.config.ts')
  expect(setUp(TEST)).toEqual(['build'])
  change('package.json')
  expect(setUp([])).toEqual(['ci'])
})

test('in production, packages for development are removed after the build, and installed again for tests', () => {
  const { setUp, change } = createClone()
  expect(setUp(START, PRODUCTION)).toEqual(['ci', 'build', 'prune'])
  expect(setUp(START, PRODUCTION)).toEqual([])
  expect(setUp(START)).toEqual([])
  expect(setUp([], PRODUCTION)).toEqual([])
  change('vite.config.ts')
  expect(setUp(START, PRODUCTION)).toEqual(['ci', 'build', 'prune'])
  expect(setUp(TEST)).toEqual(['ci'])
  expect(setUp(START, PRODUCTION)).toEqual(['prune'])
})
