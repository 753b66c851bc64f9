import { expect, test } from 'vitest'
import { scriptCookie } from './browser-data.ts'
import { cookieName } from './server-cookies.ts'

test('over HTTPS, cookies are secure and have a prefix', () => {
  expect(scriptCookie('sidebar_state', 'false', true)).toMatch(
    /^__Host-sidebar_state=false; Path=\/; .*; Secure$/,
  )
  expect(scriptCookie('userSelectedRegion', 'GB', false)).toMatch(
    /^userSelectedRegion=GB; Path=\/; Max-Age=31536000; SameSite=Lax$/,
  )
  expect([cookieName('second-factor', true), cookieName('session', false)]).toEqual([
    '__Host-eb_second_factor',
    'eb_session',
  ])
})
