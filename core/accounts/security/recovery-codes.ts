import { randomInt } from 'node:crypto'
import { sign } from '#core/signature.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function newRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => `${randomText(5)}-${randomText(5)}`)
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** A code has 59 random bits, and the key never leaves the server, so a fast hash is safe. */
export function hashRecoveryCode(code: string, secret: string): string {
  return sign(`recovery code ${code}`, secret)
}
