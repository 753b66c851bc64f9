import { expect, test } from 'vitest'
import { configError, LIVE_ENV } from '#test/config.ts'
import { readConfig } from '../config.ts'
import { JOB_CONNECTIONS, webPoolSize } from './connection-share.ts'

/** The most that a node opens. */
function connectionsOf(env: Record<string, string>): number {
  const config = readConfig({ ...LIVE_ENV, ...env })
  return JOB_CONNECTIONS + config.WEB_CONCURRENCY * (webPoolSize(config) + 1)
}

test.each(['1', '2', '8', '40'])(
  'one node with %s web processes fits PostgreSQL’s default of 97',
  (count) => {
    expect(connectionsOf({ WEB_CONCURRENCY: count })).toBeLessThanOrEqual(97)
  },
)

test('DATABASE_CONNECTIONS bounds all processes of a node, so that four nodes share a default PostgreSQL', () => {
  const node = (processes: string) =>
    connectionsOf({ DATABASE_CONNECTIONS: '22', WEB_CONCURRENCY: processes })
  for (const processes of ['1', '2', '3', '5']) expect(node(processes)).toBeLessThanOrEqual(22)
  expect(4 * node('2')).toBe(88)
})

test('each web process has at least one connection for statements and one to listen', () => {
  const env = { ...LIVE_ENV, WEB_CONCURRENCY: '8', DATABASE_CONNECTIONS: '27' }
  expect(configError(env)).toBe(
    'DATABASE_CONNECTIONS must be at least 28 with 8 web processes: 12 for jobs, and two for each process. Raise it, or lower WEB_CONCURRENCY.',
  )
  expect(connectionsOf({ ...env, DATABASE_CONNECTIONS: '28' })).toBe(28)
})

test('DATABASE_POOL_SIZE still bounds each web process', () => {
  expect(connectionsOf({ WEB_CONCURRENCY: '2', DATABASE_POOL_SIZE: '4' })).toBe(12 + 2 * 5)
})
