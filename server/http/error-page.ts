import type { Context } from 'hono'
import { escapeHtml } from '#core/email/escape-html.ts'
import { storeName } from '#web/store-name.ts'
import { MAILBOX_STYLE } from './routes/mailbox-page.ts'
import { inlineStylePolicy } from './security-headers.ts'

export const UNAVAILABLE_MESSAGE = 'There’s a problem on our side. Please try again in a few minutes.'

const POLICY = inlineStylePolicy(MAILBOX_STYLE)

type ErrorPage = { title: string; message: string; status: 429 | 503; requestId: string }

/** A page that needs neither React Router nor the database. */
export function errorPage(c: Context, { title, message, status, requestId }: ErrorPage): Response {
  return messagePage(
    c,
    title,
    [message, `If this keeps happening, contact us and mention this request ID: ${escapeHtml(requestId)}`],
    status,
  )
}

/** The browser keeps this page, and shows it for pages that it can't load (see `public/service-worker.js`). */
export function offlinePage(c: Context): Response {
  c.header('cache-control', 'no-cache')
  return messagePage(c, 'We can’t reach the store', [
    'Check your connection, then reload this page.',
    'Your cart is as you left it.',
  ])
}

function messagePage(
  c: Context,
  title: string,
  paragraphs: string[],
  status: 200 | 429 | 503 = 200,
): Response {
  c.header('content-security-policy', POLICY)
  return c.html(
    `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><title>${title} · ${escapeHtml(storeName())}</title><style>${MAILBOX_STYLE}</style></head><body><main><h1>${title}</h1>
${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}<p><a href="/">Return to Home</a></p></main></body></html>`,
    status,
  )
}
