import { describe, expect, test } from 'vitest'
import { incoming } from '#test/incoming.ts'
import { clientReader } from './client-address.ts'

const PROXIES = ['10.0.0.0/8', 'fd00::/8', '127.0.0.1/32']

type Asked = { from: string; by?: string; trusted?: string[]; also?: Record<string, string> }

function read({ from, by, trusted, also }: Asked) {
  const headers: Record<string, string> = by === undefined ? {} : { 'x-forwarded-for': by }
  return clientReader(trusted)(incoming({ from, headers: { ...headers, ...also } }))
}
const address = (asked: Asked) => read(asked).address

describe('without a trusted proxy', () => {
  test('a visitor is known by the socket, whatever the headers claim', () => {
    const also = { 'x-real-ip': '1.2.3.4', forwarded: 'for=1.2.3.4', 'x-forwarded-proto': 'https' }
    expect(read({ from: '203.0.113.9', by: '1.2.3.4', also })).toEqual({
      address: '203.0.113.9',
      forwarded: true,
      secure: false,
    })
    expect(address({ from: '127.0.0.1', by: '1.2.3.4' })).toBe('127.0.0.1')
  })

  test('any trace of a proxy is noticed', () => {
    const traces = [
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-real-ip',
      'forwarded',
      'via',
    ]
    for (const name of traces) expect(read({ from: '127.0.0.1', also: { [name]: '' } }).forwarded).toBe(true)
    expect(read({ from: '127.0.0.1', also: { host: 'localhost' } }).forwarded).toBe(false)
  })

  test('an IPv4 visitor in IPv6 clothes is an IPv4 visitor', () => {
    expect(address({ from: '::ffff:203.0.113.9' })).toBe('203.0.113.9')
    expect(address({ from: '2001:db8::9' })).toBe('2001:db8::9')
    expect(address({ from: 'fe80::9%eth0' })).toBe('fe80::9')
    expect(address({ from: '' })).toBe('')
  })
})

describe('behind trusted proxies', () => {
  const behind = (by: string, from = '10.0.0.1') => address({ from, by, trusted: PROXIES })

  test('the visitor is whom the outermost of them saw', () => {
    expect(behind('203.0.113.9')).toBe('203.0.113.9')
    expect(behind('203.0.113.9, 10.0.0.7, fd00::7')).toBe('203.0.113.9')
    expect(behind('2001:db8::9,10.0.0.7', 'fd00::1')).toBe('2001:db8::9')
    expect(behind('::ffff:203.0.113.9', '::ffff:10.0.0.1')).toBe('203.0.113.9')
    expect(behind('::FFFF:203.0.113.9')).toBe('203.0.113.9')
    expect(address({ from: 'fe80::1%eth0', by: '203.0.113.9', trusted: ['fe80::/10'] })).toBe('203.0.113.9')
  })

  test('what the visitor wrote to the left of that is never believed', () => {
    expect(behind('1.2.3.4, 203.0.113.9')).toBe('203.0.113.9')
    expect(behind('127.0.0.1, 10.0.0.7, 203.0.113.9, 10.0.0.7')).toBe('203.0.113.9')
  })

  test('nor is it when the place of the visitor can’t be read', () => {
    const unreadable = ['unknown', '', '_hidden', '999.1.1.1', '1.2.3.4.5', '203.0.113.9:70000:1']
    for (const hop of unreadable) expect([hop, behind(`1.2.3.4, ${hop}`)]).toEqual([hop, '10.0.0.1'])
  })

  test('a proxy that notes the port too is understood', () => {
    expect(behind('1.2.3.4, 203.0.113.9:4711')).toBe('203.0.113.9')
    expect(behind('1.2.3.4, [2001:db8::9]:4711')).toBe('2001:db8::9')
    expect(behind('1.2.3.4, [2001:db8::9]')).toBe('2001:db8::9')
    expect(behind('203.0.113.9:4711, 10.0.0.7:80')).toBe('203.0.113.9')
  })

  test('with nothing but proxies in the line, it is the one that asks', () => {
    for (const by of ['', ',', '10.0.0.7', '10.0.0.7, fd00::7']) expect(behind(by)).toBe('10.0.0.1')
  })

  test('somebody else’s proxy is a visitor, and what it forwards a tale', () => {
    expect(read({ from: '203.0.113.9', by: '1.2.3.4', trusted: PROXIES })).toEqual({
      address: '203.0.113.9',
      forwarded: true,
      secure: false,
    })
  })

  test('a proxy says whether the visitor came by https', () => {
    const secure = (from: string, proto: string) =>
      read({ from, by: '203.0.113.9', trusted: PROXIES, also: { 'x-forwarded-proto': proto } }).secure
    expect(secure('10.0.0.1', 'https')).toBe(true)
    expect(secure('10.0.0.1', 'http')).toBe(false)
    expect(secure('203.0.113.9', 'https')).toBe(false)
  })
})
