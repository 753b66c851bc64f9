import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

export type ClientInfo = { address: string; forwarded: boolean; trusted: boolean; secure: boolean }
export type ReadClientInfo = (request: IncomingMessage) => ClientInfo

/** Whether an address belongs to TRUST_PROXY. */
export function createProxyCheck(trusted: string[] | undefined): (address: string) => boolean {
  const proxies = new BlockList()
  for (const cidr of trusted ?? []) {
    const [address = '', bits] = cidr.split('/')
    proxies.addSubnet(address, Number(bits), ipFamily(address))
  }
  return (address) => proxies.check(address, ipFamily(address))
}

/** Reads forwarded headers only from trusted proxies. */
export function createClientReader(trusted: string[] | undefined): ReadClientInfo {
  const isProxy = createProxyCheck(trusted)
  return (request) => {
    const socketAddress = normalizeAddress(request.socket.remoteAddress ?? '')
    const forwardedFor = headerValue(request, 'x-forwarded-for')
    const forwarded = PROXY_HEADERS.some((name) => request.headers[name] !== undefined)
    if (!isIP(socketAddress) || !isProxy(socketAddress))
      return { address: socketAddress, forwarded, trusted: false, secure: false }
    // Each proxy appends the address it saw, so the rightmost untrusted one is the visitor's.
    const hops = forwardedFor
      .split(',')
      .map((hop) => normalizeAddress(hop.trim().replace(HOP_WITH_PORT, '$1$2')))
    const visitor = hops.findLast((hop) => !isIP(hop) || !isProxy(hop))
    // Anything left of an unreadable entry could be forged.
    return {
      address: visitor && isIP(visitor) ? visitor : socketAddress,
      forwarded,
      trusted: true,
      secure: headerValue(request, 'x-forwarded-proto') === 'https',
    }
  }
}

const PROXY_HEADERS = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
]

// Some proxies include the port: 203.0.113.9:4711, [2001:db8::9]:4711.
const HOP_WITH_PORT = /^(?:([\d.]+):\d+|\[([^\]%]+)\](?::\d+)?)$/

// Dual-stack sockets report IPv4 addresses as IPv4-mapped IPv6.
function normalizeAddress(address: string): string {
  return address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*/, '')
}

function ipFamily(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

function headerValue(request: IncomingMessage, name: string): string {
  const value = request.headers[name]
  return (Array.isArray(value) ? value.join(',') : value) ?? ''
}
