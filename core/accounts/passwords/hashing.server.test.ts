import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createHashing } from './hashing.server.ts'
import { hashPublishedPassword } from './password-hash.ts'

const PASSWORD = 'quiet orchard å'
// Written by Better Auth 1.7.7 for this password.
const SCRYPT_HASH =
  '6e6cbdfe339e827d052f6bd433895e19:f7721ddb0429f0a03e514fccc9c8c26129578ffb1cb45dddd627d04a9655ca4d3110e5f1c0d5a6f344dedd04dc7dfe5f3432a58dc122a96563276bdd91981c9b'

test('a hash is a PHC string, and only its password matches, in any Unicode form', async () => {
  const { hash, verify, isOutdated } = createHashing()
  const stored = await hash(PASSWORD)
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=32768,t=3,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await hash(PASSWORD)).not.toBe(stored)
  expect(await verify({ hash: stored, password: PASSWORD.normalize('NFD') })).toBe(true)
  expect(await verify({ hash: stored, password: `${PASSWORD} ` })).toBe(false)
  expect(isOutdated(stored)).toBe(false)
})

test('Better Auth’s hashes still match and are outdated', async () => {
  const { verify, isOutdated } = createHashing()
  expect(await verify({ hash: SCRYPT_HASH, password: PASSWORD.normalize('NFD') })).toBe(true)
  expect(await verify({ hash: SCRYPT_HASH, password: `${PASSWORD} ` })).toBe(false)
  expect(isOutdated(SCRYPT_HASH)).toBe(true)
})

test('the hash of a password that everyone knows is weak, and is replaced at the first sign-in', async () => {
  const { verify, isOutdated } = createHashing()
  const hash = hashPublishedPassword(PASSWORD)
  expect(await verify({ hash, password: PASSWORD })).toBe(true)
  expect(await verify({ hash, password: `${PASSWORD} ` })).toBe(false)
  expect(isOutdated(hash)).toBe(true)
})

test('a hash with weaker parameters still matches and is outdated', async () => {
  const { verify, isOutdated } = createHashing()
  const salt = Buffer.from('sixteen byte salt'.slice(0, 16))
  const key = argon2Sync('argon2id', {
    message: 'quiet orchard',
    nonce: salt,
    memory: 19_456,
    passes: 2,
    parallelism: 1,
    tagLength: 32,
  })
  const toBase64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const hash = `$argon2id$v=19$m=19456,t=2,p=1$${toBase64(salt)}$${toBase64(key)}`
  expect(await verify({ hash, password: 'quiet orchard' })).toBe(true)
  expect(await verify({ hash, password: 'loud orchard' })).toBe(false)
  expect(isOutdated(hash)).toBe(true)
})

test('nothing matches a missing or damaged hash', async () => {
  const { verify } = createHashing()
  for (const hash of [null, '', 'salt', ':', 'salt:key', '$argon2id$v=19$m=32768,t=3,p=1$$'])
    expect(await verify({ hash, password: PASSWORD })).toBe(false)
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
