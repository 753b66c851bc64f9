import { execFileSync, spawnSync } from 'node:child_process'
import type { Machine } from './layout.ts'

const CHAIN = 'ETERNAL_BEAUTY'
const JUMP = ['OUTPUT', '-p', 'tcp', '-d', '127.0.55.0/24', '-j', CHAIN]

/**
 * Cuts a machine off from all others, or only some ports. Requests are dropped in both directions. Replies look
 * like those within the machine, so they still pass, but nobody acknowledges them.
 */
export function cutNetwork({ address, group }: Machine, ports?: number[]): void {
  const dropped = ports ? ['-p', 'tcp', '-m', 'multiport', '--dports', ports.join(',')] : ['-p', 'tcp']
  const add = (...rule: string[]) => iptables('-A', CHAIN, ...dropped, ...rule, '-j', 'DROP')
  repairNetwork()
  iptables('-N', CHAIN)
  add('!', '-d', address, '-m', 'owner', '--gid-owner', String(group))
  add('-d', address, '-m', 'owner', '!', '--gid-owner', String(group))
  iptables('-I', ...JUMP)
}

export function repairNetwork(): void {
  const isCut = spawnSync('iptables', ['-n', '-L', CHAIN], { stdio: 'ignore' }).status === 0
  if (!isCut) return
  // Fails if the cut was interrupted before its last step.
  spawnSync('iptables', ['-D', ...JUMP], { stdio: 'ignore' })
  iptables('-F', CHAIN)
  iptables('-X', CHAIN)
}

function iptables(...args: string[]): void {
  execFileSync('iptables', args, { stdio: ['ignore', 'ignore', 'inherit'] })
}
