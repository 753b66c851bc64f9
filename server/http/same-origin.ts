import type { RequestInfo } from './request-info.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** API clients send no such header. Webhooks are exempt because they are signed. */
export function isCrossSiteWrite(request: Request, requestInfo: RequestInfo): boolean {
  // request.url is normalized as routed; requestInfo.path may still contain `..`.
  if (SAFE_METHODS.has(request.method) || new URL(request.url).pathname.startsWith('/api/webhooks/'))
    return false
  const { headers } = request
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return true
  // Browsers too old for both other headers send a Referer with a form.
  const sender = headers.get('origin') ?? (site === null ? refererOrigin(headers) : null)
  return sender !== null && sender !== requestInfo.origin
}

function refererOrigin(headers: Headers): string | null {
  const referer = headers.get('referer')
  if (!referer) return null
  return URL.canParse(referer) ? new URL(referer).origin : referer
}
