import { expect, test } from 'vitest'
import { isUnused } from './key-state.ts'

const now = new Date('2026-11-28T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const KEY = { createdAt: daysAgo(200), lastUsedAt: null, expiresAt: null, revokedAt: null }

test.each([
  ['never used since its creation', KEY, true],
  ['last used 91 days ago', { ...KEY, lastUsedAt: daysAgo(91) }, true],
  ['used 89 days ago', { ...KEY, lastUsedAt: daysAgo(89) }, false],
  ['created 10 days ago', { ...KEY, createdAt: daysAgo(10) }, false],
  ['revoked', { ...KEY, revokedAt: daysAgo(1) }, false],
  ['expired', { ...KEY, expiresAt: daysAgo(1) }, false],
])('a key that is %s is unused: %o', (_, apiKey, unused) => {
  expect(isUnused(apiKey, now)).toBe(unused)
})
