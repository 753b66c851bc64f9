import { BlockList, isIP } from 'node:net'

const PRIVATE = new BlockList()
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(address, bits, 'ipv4')
for (const [address, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(address, bits, 'ipv6')

/** Private addresses belong to no visitor of the Internet, but maybe to a proxy. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address)
  return kind !== 0 && !PRIVATE.check(address, kind === 6 ? 'ipv6' : 'ipv4')
}
