import { hash } from 'node:crypto'
import type { Context } from '#core/context.ts'
import { fetchText } from '#core/fetch-text.ts'

type BreachContext = Pick<Context, 'log' | 'requestId'> & {
  settings: Pick<Context['settings'], 'breachedPasswordsUrl'>
}

const LIMITS = { timeout: 2000, maxBytes: 256 * 1024 }
const PREFIX_LENGTH = 5

/**
 * The service receives 5 characters of the password's SHA-1 hash and returns the rest of every breached hash that
 * starts with them, so that it learns no password. If it fails, the password is accepted.
 */
export async function isBreachedPassword(
  { settings, log, requestId }: BreachContext,
  password: string,
): Promise<boolean> {
  const { breachedPasswordsUrl: url } = settings
  const sha1 = hash('sha1', password).toUpperCase()
  try {
    // Padding hides in the size of the response which prefix was asked for. Its hashes have the count 0.
    const headers = { 'add-padding': 'true' }
    const lines = await fetchText(`${url}/${sha1.slice(0, PREFIX_LENGTH)}`, { ...LIMITS, headers })
    return lines.split('\n').some((line) => {
      const [suffix, count] = line.trim().split(':')
      return suffix?.toUpperCase() === sha1.slice(PREFIX_LENGTH) && Number(count) > 0
    })
  } catch (error) {
    log.warn('breached password check failed', { requestId, host: new URL(url).host, error })
    return false
  }
}
