import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { expect, test } from '#test/store.ts'
import { createLog, describeError, ExternalError } from './log.ts'

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

test('a value that PostgreSQL quotes is not logged', async ({ ctx }) => {
  const { lines, log } = captureLog('debug')
  await execute(ctx.db)`select ${'Grace Holloway'}::integer`.catch((error: unknown) =>
    log.error('failed', { error }),
  )
  expect(lines[0]).toContain('data exception 22P02')
  expect(lines[0]).not.toContain('Grace')
})

test('another system’s words are neither logged nor stored, only its code', () => {
  const { lines, log } = captureLog('debug')
  const cause = new Error('550 Grace Holloway moved')
  const error = new ExternalError(cause.message, { cause, code: 'EENVELOPE 550' })
  log.error('failed', { error: new Error('The email was not sent', { cause: error }) })
  expect(JSON.parse(lines[0] ?? '').error.cause).toMatchObject({
    name: 'ExternalError',
    code: 'EENVELOPE 550',
  })
  expect(lines[0]).not.toContain('Grace')
  expect(describeError(error)).toBe('ExternalError EENVELOPE 550')
  expect(describeError(new Error('No mailbox a@b.example'))).toBe('No mailbox [email address]')
})

test('no field of an event has an email address', () => {
  const { lines, log } = captureLog('debug')
  log.info('request', { path: '/orders/grace%40orchard.example', tags: ['grace@orchard.example'] })
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    path: '/orders/[email address]',
    tags: ['[email address]'],
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
