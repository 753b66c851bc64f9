import type { RequestInfo } from './request-info.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** API clients send neither header. Webhooks are exempt because they are signed. */
export function isCrossSiteWrite(request: Request, requestInfo: RequestInfo): boolean {
  // request.url is normalized as routed; requestInfo.path may still contain `..`.
  if (SAFE_METHODS.has(request.method) || new URL(request.url).pathname.startsWith('/api/webhooks/'))
    return false
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return true
  const origin = request.headers.get('origin')
  return origin !== null && origin !== requestInfo.origin
}
