import { expect, test } from 'vitest'
import type { PageSession } from './auth.ts'
import { eventsBetween } from './auth-events.ts'

const user = { id: 'usr_1', email: 'grace@shop.example', fullName: 'Grace', role: 'user' as const }
const session = (overrides: Partial<PageSession['user']> = {}, expiresAt = 1000): PageSession => ({
  user: { ...user, ...overrides },
  expiresAt,
})

test('a guest who stays one causes nothing', () => {
  expect(eventsBetween(null, null)).toEqual([])
})

test('signing in and signing out are told', () => {
  expect(eventsBetween(null, session())).toEqual(['SIGNED_IN'])
  expect(eventsBetween(session(), null)).toEqual(['SIGNED_OUT'])
})

test('another person in the same browser is the end of one and the beginning of the other', () => {
  expect(eventsBetween(session(), session({ id: 'usr_2' }))).toEqual(['SIGNED_OUT', 'SIGNED_IN'])
})

test('a later end is a renewed session', () => {
  expect(eventsBetween(session(), session({}, 2000))).toEqual(['TOKEN_REFRESHED'])
})

test('another name, address or role is a changed user', () => {
  expect(eventsBetween(session(), session({ fullName: 'Grace H.' }))).toEqual(['USER_UPDATED'])
  expect(eventsBetween(session(), session({ role: 'admin' }, 2000))).toEqual([
    'TOKEN_REFRESHED',
    'USER_UPDATED',
  ])
})

test('the same word again causes nothing', () => {
  expect(eventsBetween(session(), session())).toEqual([])
})
