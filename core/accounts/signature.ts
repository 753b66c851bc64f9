import { createHmac, timingSafeEqual } from 'node:crypto'

export function sign(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

export type Secrets = { secret: string; previousSecret?: string | undefined }

/** The secrets that a signature may have been made with. */
export function acceptedSecrets({ secret, previousSecret }: Secrets): string[] {
  return previousSecret ? [secret, previousSecret] : [secret]
}

/** Compares in constant time, so that timing doesn't reveal how much of a guess is right. */
export function isSame(expected: string, actual: string): boolean {
  const [first, second] = [Buffer.from(expected), Buffer.from(actual)]
  return first.length === second.length && timingSafeEqual(first, second)
}
