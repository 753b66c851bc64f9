import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readBody } from '#core/fetch-text.ts'
import type { PaymentPage } from '#core/readiness/probes.ts'
import { contentSecurityPolicy } from '../http/security-headers.ts'
import { CLIENT_BUILD_DIR } from '../paths.ts'

const MAX_BYTES = 2 * 1024 * 1024
const TIMEOUT_MS = 2500
/** No payment has it, so the page says that it is closed. It has the policy and scripts of each. */
const PAGE = '/checkout/pay?session_id=readiness'

/** Requests the page as a shopper’s browser does, through the proxy. Null for the development server. */
export async function readPaymentPage(origin: string): Promise<PaymentPage | null> {
  const response = await fetchPart(origin + PAGE)
  if (response.status !== 200) throw new Error(`the response status was ${response.status}`)
  const html = (await readBody(response, MAX_BYTES)).toString()
  if (html.includes('/@vite/')) return null
  const sources = html
    .split(/<script\b/i)
    .slice(1)
    .flatMap(readSource)
  const own = new Set(html.match(/\/assets\/[\w.-]+\.js/g))
  const isForeign = (source: string) => !own.has(new URL(source, origin).href.slice(origin.length))
  const { checked, changed } = await compareScripts(origin, [...own])
  return {
    policy: response.headers.get('content-security-policy'),
    usualPolicy: contentSecurityPolicy([]),
    scripts: checked.length,
    foreignScripts: sources.filter(isForeign),
    changedScripts: changed,
  }
}

/** Of a script's tag, whose start is cut off. */
function readSource(tag: string): string[] {
  const attributes = tag.slice(0, tag.indexOf('>'))
  const [, source] = /[\s"'/]src ?= ?["']?([^"'\s]+)/i.exec(attributes) ?? []
  return source ? [source] : []
}

/** With the scripts that they import, as the release has them. */
async function compareScripts(
  origin: string,
  files: string[],
): Promise<{ checked: string[]; changed: string[] }> {
  const checked = new Set(files)
  const changed: string[] = []
  // The set grows while it is read.
  for (const file of checked) {
    const [received, built] = await Promise.all([
      fetchPart(origin + file).then((response) => readBody(response, MAX_BYTES)),
      // A script that the release doesn't have counts as changed.
      readFile(path.join(CLIENT_BUILD_DIR, file)).catch(() => Buffer.alloc(0)),
    ])
    if (!received.equals(built)) changed.push(file)
    for (const [, imported] of built.toString().matchAll(/(?:from|import) ?["']\.\/([\w.-]+\.js)["']/g))
      checked.add(`/assets/${imported}`)
  }
  return { checked: [...checked], changed }
}

const fetchPart = (url: string) => fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
