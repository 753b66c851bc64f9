import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { expect, test } from 'vitest'
import { createHashing } from './hashing.server.ts'

const PASSWORD = 'quiet orchard å'

test('our hashes and Better Auth’s verify each other’s passwords', async () => {
  const { hash, verify } = createHashing()
  const [theirs, ours] = await Promise.all([hashPassword(PASSWORD), hash(PASSWORD)])
  expect(await verify({ hash: theirs, password: PASSWORD.normalize('NFD') })).toBe(true)
  expect(await verify({ hash: ours, password: `${PASSWORD} ` })).toBe(false)
  expect(await verifyPassword({ hash: ours, password: PASSWORD })).toBe(true)
  expect(await hash(PASSWORD)).not.toBe(ours)
  for (const nonsense of ['', 'salt', ':', 'salt:key']) {
    expect(await verify({ hash: nonsense, password: PASSWORD })).toBe(false)
  }
})

test('hashing leaves the main thread free and refuses requests when its queue is full', async () => {
  const { hash } = createHashing({ maxWaiting: 2 })
  const hashes = Array.from({ length: 4 }, () => hash(PASSWORD))
  let ticks = 0
  const timer = setInterval(() => ticks++, 1)
  const settled = await Promise.allSettled(hashes)
  clearInterval(timer)
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  expect(settled[3]).toMatchObject({ reason: { code: 'too_often' } })
  expect(ticks).toBeGreaterThan(10)
})

test('if the thread can’t start, requests fail instead of hanging', async () => {
  const { hash } = createHashing({ thread: '/nowhere/hashing-thread.ts' })
  for (const _time of [1, 2]) await expect(hash(PASSWORD)).rejects.toThrow('nowhere')
})
