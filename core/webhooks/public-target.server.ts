import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { invalidInput } from '../errors.ts'
import {
  FORBIDDEN_TARGET,
  forbiddenHost,
  isAllowedHost,
  isAllowedTarget,
  type TargetRules,
} from './target-address.server.ts'

const LOOKUP_TIMEOUT_MS = 2000

/** Tells the owner at once. Each delivery checks the address again, since a name can change. */
export async function requireAllowedTarget({ hostname }: URL, rules: TargetRules): Promise<void> {
  if (!isAllowedHost(hostname, rules)) throw invalidInput('url', forbiddenHost(rules.hosts))
  const literal = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(literal) ? [literal] : await lookUp(hostname)
  if (addresses.some((address) => !isAllowedTarget(address, rules)))
    throw invalidInput('url', FORBIDDEN_TARGET)
}

/** A name without an address may get one later. */
function lookUp(hostname: string): Promise<string[]> {
  const addresses = lookup(hostname, { all: true }).then((entries) => entries.map(({ address }) => address))
  return Promise.race([addresses.catch(() => []), sleep(LOOKUP_TIMEOUT_MS, [], { ref: false })])
}
