import type { Context } from 'hono'
import { escapeHtml } from '#core/email/escape-html.ts'
import { type BrandColors, DEFAULT_COLORS, derivePalette, type Palette } from '#core/settings/palette.ts'
import { setStoreName, storeName } from '#web/store-name.ts'
import { inlineStylePolicy } from './security-headers.ts'

export const UNAVAILABLE_MESSAGE = 'There’s a problem on our side. Please try again in a few minutes.'

// Without a connection there are no web fonts, so the page has what every system has.
const styleOf = (
  color: Palette,
): string => `*{box-sizing:border-box}html{background:${color.paper} linear-gradient(${color.paper} 40%,${color.blush});color:${color.ink};font:17px/1.6 -apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,system-ui,sans-serif;-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh}header{padding:1.25rem clamp(1.5rem,.6rem + 4vw,5rem);border-bottom:1px solid ${color.hairline};letter-spacing:.02em}
header a{color:inherit;text-decoration:none}main{max-width:40rem;padding:clamp(4rem,12vh,8rem) clamp(1.5rem,.6rem + 4vw,5rem)}
h1{margin:0 0 1.5rem;font-size:clamp(1.75rem,1.3rem + 2vw,2.5rem);font-weight:300;line-height:1.15;letter-spacing:-.015em}p{margin:0 0 .75rem;color:${color['ink-soft']}}
.action{margin-top:2.5rem}.action a{display:inline-flex;align-items:center;min-height:3rem;padding:0 1.75rem;background:${color.ink};color:${color.white};font-size:.875rem;text-decoration:none}
.action a:hover{background:${color.rosewood}}:focus-visible{outline:2px solid ${color.rosewood};outline-offset:3px}`

/** The last known ones, because this page doesn't need the database. */
let colors = DEFAULT_COLORS

export function setErrorPageBrand({ name }: { name: string }, { background, accent }: BrandColors): void {
  setStoreName(name)
  colors = { background, accent }
}

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
  const style = styleOf(derivePalette(colors))
  c.header('content-security-policy', inlineStylePolicy(style))
  return c.html(
    `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><title>${title} · ${escapeHtml(storeName())}</title><style>${style}</style></head><body><header><a href="/">${escapeHtml(storeName())}</a></header><main><h1>${title}</h1>
${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}<p class="action"><a href="/">Return to Home</a></p></main></body></html>`,
    status,
  )
}
