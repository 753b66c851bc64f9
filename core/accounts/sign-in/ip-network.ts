/** The unit of rate limits: an IPv4 address, or the IPv6 /64 of one household. */
export function ipNetwork(address: string): string {
  return address.includes(':') ? `${ipv6Groups(address, 4)}::/64` : address
}

/** What a provider rents out as one: an IPv4 /24 or an IPv6 /48. Its networks share larger limits. */
export function ipBlock(address: string): string {
  if (address.includes(':')) return `${ipv6Groups(address, 3)}::/48`
  return `${address.split('.').slice(0, 3).join('.')}.0/24`
}

function ipv6Groups(address: string, count: number): string {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after]
  return groups
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
