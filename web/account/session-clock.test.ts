import { expect, test } from 'vitest'
import { isNearExpiry } from './session-clock.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

test('a session is due for renewal within three checks of its expiry, not earlier', () => {
  expect(isNearExpiry(now + 90_001, now)).toBe(false)
  expect(isNearExpiry(now + 90_000, now)).toBe(true)
  expect(isNearExpiry(now + 1, now)).toBe(true)
})

test('a session that expired while the page slept is due for renewal', () => {
  expect(isNearExpiry(now - 3_600_000, now)).toBe(true)
})
