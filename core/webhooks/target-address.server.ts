import dns from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from '../regions/public-address.ts'
import type { Settings } from '../settings/settings.ts'

/** Addresses that `isPublicAddress` lets visitors have, but where no public server is. */
const RESERVED = new BlockList()
for (const [address, bits] of [
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
] as const)
  RESERVED.addSubnet(address, bits, 'ipv4')
// Documentation, and tunnels that carry an IPv4 address.
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  RESERVED.addSubnet(address, bits, 'ipv6')

const GLOBAL_IPV6 = new BlockList()
GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6')

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

export type TargetRules = {
  /** Only for a demo, so that the example receiver can run on the same machine. */
  allowLoopback: boolean
  /** Without a list, all hosts. `*.example.com` stands for those below it. */
  hosts?: readonly string[] | undefined
}

export function targetRules({ demo, webhookHosts }: Settings): TargetRules {
  return { allowLoopback: demo === 'on', hosts: webhookHosts }
}

export function isAllowedHost(hostname: string, { hosts }: TargetRules): boolean {
  if (!hosts) return true
  const name = hostname.replace(/\.$/, '')
  return hosts.some((host) => (host.startsWith('*.') ? name.endsWith(host.slice(1)) : name === host))
}

export const forbiddenHost = (hosts: readonly string[] = []) =>
  `This store sends webhooks only to ${hosts.join(', ')}. Its operator can add hosts in WEBHOOK_HOSTS.`

export function isAllowedTarget(address: string, { allowLoopback }: TargetRules): boolean {
  const isV6 = isIP(address) === 6
  const family = isV6 ? 'ipv6' : 'ipv4'
  if (allowLoopback && LOOPBACK.check(address, family)) return true
  // IPv4 addresses that are mapped or translated to IPv6 are not in the global range.
  if (isV6 && !GLOBAL_IPV6.check(address, family)) return false
  return isPublicAddress(address) && !RESERVED.check(address, family)
}

/** The connection uses the addresses that were checked, so a name that changes in between gains nothing. */
export function checkedLookup(rules: TargetRules, lookup: typeof dns.lookup = dns.lookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const forbidden = addresses.find(({ address }) => !isAllowedTarget(address, rules))
      if (forbidden) return callback(new Error(FORBIDDEN_TARGET), '', 0)
      const [first] = addresses
      if (options.all) callback(null, addresses)
      else callback(null, first?.address ?? '', first?.family)
    })
  }
}

export const FORBIDDEN_TARGET =
  'This address belongs to a private network. Webhooks are sent only to public addresses.'
