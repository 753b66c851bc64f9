import { hash } from 'node:crypto'

export function computeEtag(body: Uint8Array): string {
  return hash('sha1', body, 'base64url')
}
