import { expect, test } from 'vitest'
import { newToken } from '#core/accounts/tokens.ts'
import { TooManyRequests } from '#core/errors.ts'
import { openDoors } from '#test/doors.ts'

const page = (status: number) =>
  new Response('<h1>A page</h1>', { status, headers: { 'content-type': 'text/html' } })
const gone = new Error('Failed query', { cause: new Error('Connection terminated unexpectedly') })

test('a page that was asked for too often says when to come again', async () => {
  const { ask } = await openDoors({
    pages: async (_request, visit) => {
      visit.error = new TooManyRequests('Too often.', 42)
      return page(429)
    },
  })
  const { status, headers } = await ask('/login')
  expect([status, headers['retry-after']]).toEqual([429, '42'])
})

test('a page that failed for want of the database is to be had later; any other is our fault', async () => {
  let trouble: Error = gone
  const { ask } = await openDoors({
    pages: async (_request, visit) => {
      visit.error = trouble
      return page(500)
    },
  })
  const away = await ask('/')
  expect([away.status, Number(away.headers['retry-after']) > 0]).toEqual([503, true])
  trouble = new Error('A bug')
  const broken = await ask('/')
  expect([broken.status, broken.headers['retry-after']]).toEqual([500, undefined])
})

test('whoever can’t even be recognised while the database is away is told so, in their own form', async () => {
  const { ask } = await openDoors()
  const cookie = `eb_session=${newToken()}`
  const person = await ask('/profile', { headers: { cookie, accept: 'text/html' } })
  expect([person.status, person.headers['retry-after']]).toEqual([503, '5'])
  expect(person.text).toContain('<h1>A moment, please</h1>')
  const program = await ask('/api/v1/profile', { headers: { authorization: `Bearer ${newToken()}` } })
  expect([program.status, program.headers['retry-after']]).toEqual([503, '5'])
  expect(JSON.parse(program.text)).toMatchObject({ error: { code: 'unavailable' } })
})
