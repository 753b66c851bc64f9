import { hash } from 'node:crypto'
import { DEFERRED_HYDRATION_SCRIPT, DEFERRED_SCRIPT_TYPE } from '#web/hydration/deferred-hydration.ts'
import type { Edit } from './page-edits.ts'

const OWN_SCRIPTS = new Set([DEFERRED_HYDRATION_SCRIPT])
const ENTRY_TYPE = 'type="module"'
const ASYNC = ' async=""'

/**
 * Lists only our own scripts and those that carry the render's nonce. The page is cached without the nonce.
 *
 * Scripts don't delay the first paint: the entry module runs after `load` and idle, or on first interaction. React Router's
 * `Scripts` sets these attributes itself and has no option for them.
 */
export function editScripts(html: string, nonce: string) {
  const nonceAttribute = ` nonce="${nonce}"`
  const edits = preloadEdits(html)
  let start = html.indexOf(nonceAttribute)
  while (start !== -1) {
    const end = start + nonceAttribute.length
    edits.push({ start, end, text: '' })
    start = html.indexOf(nonceAttribute, end)
  }
  const hashes = new Set<string>()
  let unknownScripts = 0
  for (const { index, 1: attributes = '', 2: body = '' } of html.matchAll(SCRIPT)) {
    if (/\bsrc=/.test(attributes) || /type="application\/ld\+json"/.test(attributes)) continue
    const hasNonce = attributes.includes(nonceAttribute)
    if (hasNonce || OWN_SCRIPTS.has(body)) hashes.add(scriptHash(body))
    else unknownScripts++
    if (hasNonce && attributes.includes(ENTRY_TYPE)) {
      const type = html.indexOf(ENTRY_TYPE, index)
      edits.push({ start: type, end: type + ENTRY_TYPE.length, text: `type="${DEFERRED_SCRIPT_TYPE}"` })
      // HTML allows it for scripts only, not for data.
      const async = attributes.includes(ASYNC) ? html.indexOf(ASYNC, index) : -1
      if (async !== -1) edits.push({ start: async, end: async + ASYNC.length, text: '' })
    }
  }
  return { edits, hashes: [...hashes], unknownScripts }
}

/** As the content security policy names it. */
export function scriptHash(script: string | Uint8Array): string {
  return `'sha256-${hash('sha256', script, 'base64')}'`
}

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi

/** Removes the links that would fetch modules before the first paint. React moves them to the head. */
function preloadEdits(html: string): Edit[] {
  const head = html.slice(0, Math.max(0, html.indexOf('</head>')))
  return [...head.matchAll(/<link rel="modulepreload"[^>]*>/g)].map(({ index, 0: link }) => ({
    start: index,
    end: index + link.length,
    text: '',
  }))
}
