import { isIP } from 'node:net'
import { invalidInput, Refusal } from '#core/errors.ts'
import type { Settings } from '#core/settings/settings.ts'
import { isAllowedTarget, type TargetRules } from '#core/webhooks/target-address.server.ts'

/** In a database's index, an entry has at most 2,700 bytes. */
const MAX_ADDRESS_LENGTH = 2000

export const PRIVATE_ADDRESS =
  'This address belongs to a private network. Pictures are fetched only from public addresses.'

/** As for webhooks. The list of hosts that webhooks may be sent to concerns only them. */
export const pictureRules = ({ demo }: Settings): TargetRules => ({ allowLoopback: demo === 'on' })

/** An address that a request may be sent to, as far as its text tells. A name is looked up by the request. */
export function parsePictureAddress(text: string, rules: TargetRules): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['https:', 'http:'].includes(url.protocol))
    throw invalidInput('address', 'Enter a full address, such as https://example.com/rose-oil.jpg.')
  if (url.href.length > MAX_ADDRESS_LENGTH)
    throw invalidInput('address', `Enter an address of at most ${MAX_ADDRESS_LENGTH} characters.`)
  if (url.username || url.password)
    throw invalidInput('address', 'Remove the user name and password from this address.')
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) && !isAllowedTarget(literal, rules)) throw invalidInput('address', PRIVATE_ADDRESS)
  url.hash = ''
  return url
}

/** The same, with the reason instead of an error. */
export function checkPictureAddress(
  text: string,
  rules: TargetRules,
): { address: string } | { problem: string } {
  try {
    return { address: parsePictureAddress(text, rules).href }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { problem: error.message }
  }
}
