import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { expect, test } from '#test/store.ts'
import { createLog } from './log.ts'

function captureLog(level: 'debug' | 'warn') {
  const lines: string[] = []
  return { lines, log: createLog(level, (line) => lines.push(line)) }
}

test('an event is one line of JSON with its fields', () => {
  const { lines, log } = captureLog('debug')
  log.info('request', { path: '/a\nb', status: 200 })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^[^\n]+\n$/)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'info',
    event: 'request',
    path: '/a\nb',
    status: 200,
  })
})

test('events below the minimum level are not logged', () => {
  const { lines, log } = captureLog('warn')
  log.info('request')
  log.debug('detail')
  log.error('broken')
  expect(lines).toHaveLength(1)
})

test('a logged error includes its stack frames', () => {
  const { lines, log } = captureLog('debug')
  log.error('broken', { error: new TypeError('no such thing') })
  const { error } = JSON.parse(lines[0] ?? '')
  expect(error).toMatchObject({ name: 'TypeError', message: 'no such thing' })
  expect(error.frames[0]).toContain('log.test.ts')
})

test('a failed query is logged without its parameters', async ({ ctx }) => {
  const { lines, log } = captureLog('debug')
  const insert = (db: Db) =>
    execute(db)`insert into store_facts (key, value) values (${'secret-token'}, ${'"grace@example.com"'})`
  await insert(ctx.db)
  await insert(ctx.db).catch((error: unknown) => log.error('job failed', { error }))
  expect(lines[0]).not.toMatch(/grace@example.com|secret-token/)
  expect(JSON.parse(lines[0] ?? '').error).toMatchObject({
    message: expect.stringContaining('duplicate key value'),
    query: 'insert into store_facts (key, value) values ($1, $2)',
  })
})

test('a logged error has no email addresses', () => {
  const { lines, log } = captureLog('debug')
  const cause = new Error('550 no <grace+shop@orchard.example> or "zoë@élan.example"')
  log.warn('job failed', { error: new Error('Rejected: a@b.example;c@d.example', { cause }) })
  expect(JSON.parse(lines[0] ?? '').error).toMatchObject({
    message: 'Rejected: [email address];[email address]',
    cause: { message: '550 no <[email address]> or "[email address]"' },
  })
})
