import { randomInt } from 'node:crypto'
import { sign } from '../signature.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function newRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => Array.from({ length: 4 }, () => randomText(5)).join('-'))
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** A code has 119 random bits, so a fast hash is safe. Older codes have 59, but the key never leaves the server. */
export function hashRecoveryCode(code: string, secret: string): string {
  return sign(`recovery code ${code}`, secret)
}
