import { createHmac, randomInt } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function newRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => `${randomText(5)}-${randomText(5)}`)
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** A code has 59 random bits, and the key never leaves the server, so a fast hash is safe. */
export function hashRecoveryCode(code: string, secret: string): string {
  return createHmac('sha256', secret).update(`recovery code ${code}`).digest('base64url')
}
