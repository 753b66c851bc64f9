import type { RequestInfo } from './request-info.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A write that another site made a browser send. Programs send neither header; the provider's webhooks are signed. */
export function isCrossSiteWrite(request: Request, requestInfo: RequestInfo): boolean {
  // The address as it is routed: call.path may still hold `..`.
  if (SAFE_METHODS.has(request.method) || new URL(request.url).pathname.startsWith('/api/webhooks/'))
    return false
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return true
  const origin = request.headers.get('origin')
  return origin !== null && origin !== requestInfo.origin
}
