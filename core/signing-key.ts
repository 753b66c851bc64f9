import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'

export type SigningPurpose = 'backup signature' | 'audit seal'

// What precedes the 32 bytes of a private Ed25519 key in PKCS #8.
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Each purpose has a key of its own, derived from AUTH_SECRET. */
function signingKey(secret: string, purpose: SigningPurpose): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' })
}

/** The public key, which proves who signed. It isn't secret. */
export function signerOf(secret: string, purpose: SigningPurpose): string {
  return createPublicKey(signingKey(secret, purpose)).export({ format: 'jwk' }).x ?? ''
}

export type SignedText = { signer: string; signature: string }

export function signText(text: string, secret: string, purpose: SigningPurpose): SignedText {
  const signature = sign(null, Buffer.from(text), signingKey(secret, purpose)).toString('base64url')
  return { signer: signerOf(secret, purpose), signature }
}

/** Whether the signature is the signer's. Callers check that they know the signer. */
export function isSignedBy(text: string | Buffer, { signer, signature }: SignedText): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: signer }, format: 'jwk' })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
}
