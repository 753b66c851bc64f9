import { expect, test } from 'vitest'
import type { PageSession } from './auth.ts'
import { eventsBetween } from './auth-events.ts'

const user = {
  id: 'usr_1',
  email: 'grace@shop.example',
  fullName: 'Grace',
  role: 'user' as const,
  staffRole: null,
}
const session = (overrides: Partial<PageSession['user']> = {}, expiresAt = 1000): PageSession => ({
  user: { ...user, ...overrides },
  expiresAt,
})

test('no event fires while nobody is signed in', () => {
  expect(eventsBetween(null, null)).toEqual([])
})

test('signing in and signing out each fire an event', () => {
  expect(eventsBetween(null, session())).toEqual(['SIGNED_IN'])
  expect(eventsBetween(session(), null)).toEqual(['SIGNED_OUT'])
})

test('switching accounts signs one user out and the other in', () => {
  expect(eventsBetween(session(), session({ id: 'usr_2' }))).toEqual(['SIGNED_OUT', 'SIGNED_IN'])
})

test('a later expiry means that the session was refreshed', () => {
  expect(eventsBetween(session(), session({}, 2000))).toEqual(['TOKEN_REFRESHED'])
})

test('a changed name, email, or role updates the user', () => {
  expect(eventsBetween(session(), session({ fullName: 'Grace H.' }))).toEqual(['USER_UPDATED'])
  expect(eventsBetween(session(), session({ role: 'admin' }, 2000))).toEqual([
    'TOKEN_REFRESHED',
    'USER_UPDATED',
  ])
})

test('no event fires when the server repeats the same session', () => {
  expect(eventsBetween(session(), session())).toEqual([])
})
