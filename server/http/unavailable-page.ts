import { hash } from 'node:crypto'
import type { Context } from 'hono'
import { escapeHtml } from '#core/escape-html.ts'
import { MAILBOX_STYLE } from './routes/mailbox-page.ts'
import { contentSecurityPolicy } from './security-headers.ts'

export const UNAVAILABLE_MESSAGE =
  'The store is temporarily unavailable. Nothing is lost. Please try again shortly.'

const STYLE_HASH = `'sha256-${hash('sha256', MAILBOX_STYLE, 'base64')}'`

export function unavailablePage(c: Context, requestId: string): Response {
  c.header(
    'content-security-policy',
    contentSecurityPolicy([]).replace("style-src 'self'", `style-src ${STYLE_HASH}`),
  )
  return c.html(
    `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><title>We’ll be right back · Eternal Beauty</title><style>${MAILBOX_STYLE}</style></head><body><main><h1>We’ll be right back</h1>
<p>${UNAVAILABLE_MESSAGE}</p><p>If this continues, contact us and mention this ID: ${escapeHtml(requestId)}</p><p><a href="/">Return to Home</a></p></main></body></html>`,
    503,
  )
}
