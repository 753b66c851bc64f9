import { hash, hkdfSync } from 'node:crypto'
import { acceptedSecrets, type Secrets } from '../accounts/signature.ts'
import { encodeCode, normalizeGiftCardCode } from './gift-card.ts'

type CodedCard = { id: string; codeVersion: number }

/** Derived from AUTH_SECRET, so that a code can be shown again although only its hash is stored. */
export function deriveCode({ secret }: Pick<Secrets, 'secret'>, { id, codeVersion }: CodedCard): string {
  return encodeCode(new Uint8Array(hkdfSync('sha256', secret, id, `gift card code ${codeVersion}`, 16)))
}

export function hashCode(code: string): string {
  return hash('sha256', `gift card ${normalizeGiftCardCode(code)}`)
}

export function lastCharacters(code: string): string {
  return normalizeGiftCardCode(code).slice(-4)
}

/** Undefined if AUTH_SECRET was replaced since. Then the card works, but only a new code can be shown. */
export function revealCode(
  secrets: Secrets,
  card: CodedCard & { codeHash: string | null },
): string | undefined {
  return acceptedSecrets(secrets)
    .map((secret) => deriveCode({ secret }, card))
    .find((code) => hashCode(code) === card.codeHash)
}
