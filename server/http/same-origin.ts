import type { Call } from './call.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A write that another site made a browser send. Programs send neither header; the provider's webhooks are signed. */
export function isForeignWrite(request: Request, call: Call): boolean {
  if (SAFE.has(request.method) || call.path.startsWith('/api/webhooks/')) return false
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return true
  const origin = request.headers.get('origin')
  return origin !== null && origin !== call.origin
}
