import { describe, expect, test } from 'vitest'
import { buildIncomingMessage } from '#test/http/incoming-message.ts'
import { createClientReader } from './client-address.ts'

const PROXIES = ['10.0.0.0/8', 'fd00::/8', '127.0.0.1/32']

type ClientRequest = {
  from: string
  forwardedFor?: string
  trusted?: string[]
  extraHeaders?: Record<string, string>
}

function readClientInfo({ from, forwardedFor, trusted, extraHeaders }: ClientRequest) {
  const headers: Record<string, string> =
    forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
  return createClientReader(trusted)(buildIncomingMessage({ from, headers: { ...headers, ...extraHeaders } }))
}
const address = (request: ClientRequest) => readClientInfo(request).address

describe('without a trusted proxy', () => {
  test('the visitor’s address is the socket’s, whatever the headers claim', () => {
    const extraHeaders = { 'x-real-ip': '1.2.3.4', forwarded: 'for=1.2.3.4', 'x-forwarded-proto': 'https' }
    expect(readClientInfo({ from: '203.0.113.9', forwardedFor: '1.2.3.4', extraHeaders })).toEqual({
      address: '203.0.113.9',
      forwarded: true,
      trusted: false,
      secure: false,
    })
    expect(address({ from: '127.0.0.1', forwardedFor: '1.2.3.4' })).toBe('127.0.0.1')
  })

  test('any proxy header marks the request as forwarded', () => {
    const proxyHeaders = [
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-real-ip',
      'forwarded',
      'via',
    ]
    for (const name of proxyHeaders)
      expect(readClientInfo({ from: '127.0.0.1', extraHeaders: { [name]: '' } }).forwarded).toBe(true)
    expect(readClientInfo({ from: '127.0.0.1', extraHeaders: { host: 'localhost' } }).forwarded).toBe(false)
  })

  test('an IPv4-mapped IPv6 address becomes IPv4', () => {
    expect(address({ from: '::ffff:203.0.113.9' })).toBe('203.0.113.9')
    expect(address({ from: '2001:db8::9' })).toBe('2001:db8::9')
    expect(address({ from: 'fe80::9%eth0' })).toBe('fe80::9')
    expect(address({ from: '' })).toBe('')
  })
})

describe('behind trusted proxies', () => {
  const addressBehindProxy = (forwardedFor: string, from = '10.0.0.1') =>
    address({ from, forwardedFor, trusted: PROXIES })

  test('the visitor’s address is the one the outermost trusted proxy saw', () => {
    expect(addressBehindProxy('203.0.113.9')).toBe('203.0.113.9')
    expect(addressBehindProxy('203.0.113.9, 10.0.0.7, fd00::7')).toBe('203.0.113.9')
    expect(addressBehindProxy('2001:db8::9,10.0.0.7', 'fd00::1')).toBe('2001:db8::9')
    expect(addressBehindProxy('::ffff:203.0.113.9', '::ffff:10.0.0.1')).toBe('203.0.113.9')
    expect(addressBehindProxy('::FFFF:203.0.113.9')).toBe('203.0.113.9')
    expect(address({ from: 'fe80::1%eth0', forwardedFor: '203.0.113.9', trusted: ['fe80::/10'] })).toBe(
      '203.0.113.9',
    )
  })

  test('addresses to the left of that are ignored', () => {
    expect(addressBehindProxy('1.2.3.4, 203.0.113.9')).toBe('203.0.113.9')
    expect(addressBehindProxy('127.0.0.1, 10.0.0.7, 203.0.113.9, 10.0.0.7')).toBe('203.0.113.9')
  })

  test('so are addresses to the left of an unreadable entry', () => {
    const unreadable = ['unknown', '', '_hidden', '999.1.1.1', '1.2.3.4.5', '203.0.113.9:70000:1']
    for (const hop of unreadable)
      expect([hop, addressBehindProxy(`1.2.3.4, ${hop}`)]).toEqual([hop, '10.0.0.1'])
  })

  test('entries with ports are parsed', () => {
    expect(addressBehindProxy('1.2.3.4, 203.0.113.9:4711')).toBe('203.0.113.9')
    expect(addressBehindProxy('1.2.3.4, [2001:db8::9]:4711')).toBe('2001:db8::9')
    expect(addressBehindProxy('1.2.3.4, [2001:db8::9]')).toBe('2001:db8::9')
    expect(addressBehindProxy('203.0.113.9:4711, 10.0.0.7:80')).toBe('203.0.113.9')
  })

  test('if all entries are proxies, the address is the socket’s', () => {
    for (const forwardedFor of ['', ',', '10.0.0.7', '10.0.0.7, fd00::7'])
      expect(addressBehindProxy(forwardedFor)).toBe('10.0.0.1')
  })

  test('an untrusted proxy counts as the visitor, and its headers are ignored', () => {
    expect(readClientInfo({ from: '203.0.113.9', forwardedFor: '1.2.3.4', trusted: PROXIES })).toEqual({
      address: '203.0.113.9',
      forwarded: true,
      trusted: false,
      secure: false,
    })
  })

  test('a trusted proxy reports whether the visitor used HTTPS', () => {
    const isSecure = (from: string, proto: string) =>
      readClientInfo({
        from,
        forwardedFor: '203.0.113.9',
        trusted: PROXIES,
        extraHeaders: { 'x-forwarded-proto': proto },
      }).secure
    expect(isSecure('10.0.0.1', 'https')).toBe(true)
    expect(isSecure('10.0.0.1', 'http')).toBe(false)
    expect(isSecure('203.0.113.9', 'https')).toBe(false)
  })
})
