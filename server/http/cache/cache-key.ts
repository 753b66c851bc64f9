import type { IncomingMessage } from 'node:http'
import { hasSessionCookie, regionFrom } from '../request-info.ts'

const PERSONAL_PATHS =
  /^\/(?:demo|admin|legacy-admin|preview|profile|checkout|cart|pay|gift-cards|orders|auth|login|customer|signup|setup|invitation|newsletter|wishlist|reset-password|confirm-email|sign-out|payment-success|api\/v1\/(?:auth|profile|admin|cart|orders|functions|quote|wishlist))\b/i
// Uploads, probes, and the feed are streamed or always current. API responses with stock aren't cached, because a sale
// of a well-stocked product drops no cached pages.
const UNCACHED_PATHS = /^\/(?:media|storage|health|metrics|feeds|api\/v1\/(?:products|search(?!\/)))\b/i
// Other spellings of the paths above, which no link uses.
const UNUSUAL_SPELLING = /^[^?]*(?:%|\\|\/\/|\/\.)/
const MAX_KEY_LENGTH = 512

/** Responses to anonymous reads depend only on path and region. Other requests have no key and are never cached. */
export function cacheKey(incoming: IncomingMessage, path: string): string | undefined {
  if (!isAnonymousRead(incoming, path) || !isCacheable(path)) return undefined
  return `${regionFrom(incoming.headers.cookie, path)} ${path}`
}

const isCacheable = (path: string) => path.length <= MAX_KEY_LENGTH && !UNCACHED_PATHS.test(path)

/** Anyone who sends the same request gets the same response. All other responses may be personal. */
export function isAnonymousRead(incoming: IncomingMessage, path: string): boolean {
  return (
    isRead(incoming) &&
    incoming.headers.authorization === undefined &&
    !hasSessionCookie(incoming.headers.cookie) &&
    !isPersonal(path)
  )
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'
const isPersonal = (path: string) => PERSONAL_PATHS.test(path) || UNUSUAL_SPELLING.test(path)

/** All customers get the same response, except for who is signed in. */
export function isCustomerRead(incoming: IncomingMessage, path: string): boolean {
  return isRead(incoming) && !isPersonal(path) && isCacheable(path) && withKnownParams(path) === path
}

// All that a page for anonymous visitors reads. Campaign parameters, for example, must not cost a render each.
const PAGE_PARAMS = new Set(
  'q category sort cursor color size min_price max_price availability with without stars reviews after region code _routes'.split(
    ' ',
  ),
)

/** The page is rendered and cached without the parameters that it ignores. The API has its own. */
export function withoutUnknownParams(incoming: IncomingMessage, path: string): string {
  if (path.startsWith('/api/') || !isAnonymousRead(incoming, path) || UNCACHED_PATHS.test(path)) return path
  return withKnownParams(path)
}

function withKnownParams(path: string): string {
  const [pathname = '/', query] = path.split(/\?(.*)/s)
  if (!query) return path
  const known = query.split('&').filter((pair) => PAGE_PARAMS.has(pair.split('=', 1)[0] ?? ''))
  return known.length ? `${pathname}?${known.join('&')}` : pathname
}
