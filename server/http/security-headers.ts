import { hash } from 'node:crypto'
import type { LibraryHosts, PaymentLibrary } from '#core/payments/payment-library.ts'

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

/**
 * Wallets ask the browser to pay from the provider’s frame, and some methods open a window of their own. Without the
 * library, the page has express buttons in a frame of the store.
 */
export function paymentHeaders(library: PaymentLibrary | undefined): Record<string, string> {
  const [origin] = library?.hosts.scripts.length ? [new URL(library.url).origin] : []
  const payment = origin ? `payment=(self "${origin}")` : 'payment=(self)'
  return {
    'permissions-policy': SECURITY_HEADERS['permissions-policy'].replace('payment=()', payment),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
}

const STRICT_TRANSPORT_SECURITY = 'max-age=31536000; includeSubDomains'

type PolicyOptions = {
  styleHashes?: string[]
  formTargets?: string[]
  isFramed?: boolean
  /** Of the provider’s payment form. */
  library?: LibraryHosts | undefined
}

/** Allows files of this origin, and the page's own inline scripts and styles. */
export function contentSecurityPolicy(
  scriptHashes: string[],
  { styleHashes = [], formTargets = [], isFramed = false, library }: PolicyOptions = {},
): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes, ...(library?.scripts ?? [])].join(' '),
    ["style-src 'self'", ...styleHashes].join(' '),
    ["img-src 'self' data: blob:", ...(library?.images ?? [])].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...(library?.connections ?? [])].join(' '),
    "media-src 'self' blob:",
    "manifest-src 'self'",
    ["form-action 'self'", ...formTargets].join(' '),
    // The back office shows previews in frames.
    ["frame-src 'self'", ...(library?.frames ?? [])].join(' '),
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
