import { createHash } from 'node:crypto'
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { managedNonce } from '@noble/ciphers/utils.js'
import type { Secrets } from '../signature.ts'

/** In Better Auth's format, so that what it encrypted stays readable, also during an update. */
export function encrypt(text: string, secret: string): string {
  return Buffer.from(createCipher(secret).encrypt(Buffer.from(text))).toString('hex')
}

/** Throws if the text was changed or encrypted with another secret. */
export function decrypt(encrypted: string, { secret, previousSecret }: Secrets): string {
  try {
    return Buffer.from(createCipher(secret).decrypt(Buffer.from(encrypted, 'hex'))).toString()
  } catch (error) {
    if (!previousSecret) throw error
    return decrypt(encrypted, { secret: previousSecret })
  }
}

function createCipher(secret: string) {
  return managedNonce(xchacha20poly1305)(createHash('sha256').update(secret).digest())
}
