import { hash } from 'node:crypto'

export type PlainHeaders = Record<string, string | string[]>

export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy':
    'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=(), interest-cohort=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

const STRICT_TRANSPORT_SECURITY = 'max-age=31536000; includeSubDomains'

type PolicyOptions = { styleHashes?: string[]; formTargets?: string[]; isFramed?: boolean }

/** Allows files of this origin, and the page's own inline scripts and styles. */
export function contentSecurityPolicy(
  scriptHashes: string[],
  { styleHashes = [], formTargets = [], isFramed = false }: PolicyOptions = {},
): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    ["style-src 'self'", ...styleHashes].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "manifest-src 'self'",
    ["form-action 'self'", ...formTargets].join(' '),
    // The back office shows previews in frames.
    "frame-src 'self'",
    isFramed ? "frame-ancestors 'self'" : "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** For a page without scripts whose styles are inline. */
export function inlineStylePolicy(style: string): string {
  return contentSecurityPolicy([]).replace(
    "style-src 'self'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  )
}

const DEFAULT_POLICY = contentSecurityPolicy([])

/** For scripts, styles, and fonts: the other headers concern documents only, and would add 4 kB to a page. */
export const SUBRESOURCE_HEADERS = {
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** The response's own headers override these. */
export function withSecurityHeaders(headers: PlainHeaders, overTls: boolean): PlainHeaders {
  const policy = { 'content-security-policy': DEFAULT_POLICY }
  return { ...policy, ...SECURITY_HEADERS, ...transportSecurity(overTls), ...headers }
}

export function transportSecurity(overTls: boolean): PlainHeaders {
  return overTls ? { 'strict-transport-security': STRICT_TRANSPORT_SECURITY } : {}
}
