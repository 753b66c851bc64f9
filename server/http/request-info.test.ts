import { describe, expect, test } from 'vitest'
import { buildIncomingMessage } from '#test/http/incoming-message.ts'
import { readConfig } from '../config.ts'
import { createClientReader } from './client-address.ts'
import { hasSessionCookie, loggedPath, readRequestInfo, regionFrom } from './request-info.ts'

describe('the region comes from the cookie', () => {
  test.each([
    ['userSelectedRegion=IN', 'IN'],
    ['__Host-userSelectedRegion=IN', 'IN'],
    ['userSelectedRegion=GB; __Host-userSelectedRegion=IN', 'IN'],
    ['userSelectedRegion=GB; __Host-detectedRegion=IN', 'GB'],
    ['detectedRegion=GB; __Host-detectedRegion=IN', 'IN'],
    ['theme=dark; userSelectedRegion=GB; consent=1', 'GB'],
    ['theme=dark;userSelectedRegion=CA', 'CA'],
    ['userSelectedRegion=%22IN%22', 'IN'],
    ['userSelectedRegion="IN"', 'IN'],
    ['userSelectedRegion={"countryCode":"IN","name":"India"}', 'IN'],
    ['userSelectedRegion=%7B%22countryCode%22%3A%22GB%22%7D', 'GB'],
  ])('%s → %s', (cookie, region) => expect(regionFrom(cookie)).toBe(region))

  test.each([
    undefined,
    '',
    'userSelectedRegion=',
    'userSelectedRegion=DE',
    'userSelectedRegion=in',
    'userSelectedRegion=null',
    'userSelectedRegion=%',
    'userSelectedRegion=%E0%A4%A',
    'userSelectedRegion={"countryCode":',
    'userSelectedRegion={"countryCode":["IN"]}',
    'userSelectedRegion=__proto__',
    'xuserSelectedRegion=IN',
    'notes=userSelectedRegion=IN',
    `userSelectedRegion=${'IN'.repeat(5000)}`,
  ])('defaults to the United States for %s', (cookie) => expect(regionFrom(cookie)).toBe('US'))
})

describe('a URL may name the region', () => {
  const detectedCookie = 'detectedRegion=CA'
  test.each([
    ['/product/prd_1?region=GB', '', 'GB'],
    ['/product/prd_1.data?a=b&region=IN', detectedCookie, 'IN'],
    ['/product/prd_1?region=GB&a=b', `${detectedCookie}; userSelectedRegion=IN`, 'IN'],
    ['/product/prd_1?region=FR', detectedCookie, 'CA'],
    ['/product/prd_1?region=gb', '', 'US'],
    ['/product/prd_1?region=GBP', '', 'US'],
    ['/product/prd_1?subregion=GB', '', 'US'],
    ['/region=GB', '', 'US'],
  ])('%s with “%s” → %s', (path, cookie, region) => expect(regionFrom(cookie, path)).toBe(region))
})

test('the session cookie is recognized by both of its names and by no similar name', () => {
  const sessions = [
    'eb_session=x',
    'a=1; eb_session=x',
    'a=1;__Host-eb_session=x',
    'eb_session=',
    '\u00a0eb_session=x',
  ]
  expect(sessions.filter((cookie) => !hasSessionCookie(cookie))).toEqual([])
  const otherCookies = [
    undefined,
    '',
    'eb_sessions=x',
    'my_eb_session=x',
    '__Secure-eb_session=x',
    'note=eb_session=x',
  ]
  expect(otherCookies.filter(hasSessionCookie)).toEqual([])
})

describe('on loopback, all three host names are one store', () => {
  const origin = (host: string, env = {}) => {
    const request = buildIncomingMessage({ headers: { host } })
    const client = createClientReader(undefined)(request)
    return readRequestInfo(request, '/', readConfig({ PORT: '4100', ...env }), client).origin
  }

  test('and each keeps the name in use', () => {
    for (const host of ['localhost:4100', '127.0.0.1:4100', '[::1]:4100'])
      expect(origin(host)).toBe(`http://${host}`)
  })

  test('also on the default port', () => {
    expect(origin('127.0.0.1', { PUBLIC_URL: 'http://localhost' })).toBe('http://127.0.0.1')
    expect(origin('127.0.0.1:80', { PUBLIC_URL: 'http://localhost' })).toBe('http://127.0.0.1')
  })

  test('but other ports and names are not', () => {
    for (const host of [
      'localhost',
      'localhost:3000',
      'evil.example:4100',
      'localhost.evil.example:4100',
      'a b',
    ])
      expect(origin(host)).toBe('http://localhost:4100')
  })
})

test('the log has no words from addresses of pages that don’t exist', () => {
  expect(loggedPath('/product/prd_rose?q=grace', 200)).toBe('/product/prd_rose')
  expect(loggedPath('/product/grace-holloway', 404)).toBe('/product/…')
  expect(loggedPath('/api/v1/grace', 404)).toBe('/api/v1/…')
  for (const path of ['/grace-holloway', '/productive', '/']) expect(loggedPath(path, 404)).toBe('/…')
})
