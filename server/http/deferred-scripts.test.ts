import { createHash } from 'node:crypto'
import { loadPages } from '#test/pages.tsx'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'
import { DEFERRED_HYDRATION_SCRIPT, DEFERRED_SCRIPT_TYPE } from '#web/deferred-hydration.ts'
import { deferScripts } from './deferred-scripts.ts'
import { inlineScriptHashes } from './page-handler.ts'
import { contentSecurityPolicy } from './security-headers.ts'

const ENTRY = 'import "/assets/manifest-1.js";\nimport "/assets/entry.client-1.js";'

/** A page as React Router renders it. */
const PAGE = `<!DOCTYPE html><html lang="en"><head>
<link rel="preload" as="image" href="/media/mood-home.svg"/><link rel="stylesheet" href="/assets/root-1.css"/>
<link rel="modulepreload" href="/assets/entry.client-1.js"/><link rel="modulepreload" crossorigin="" href="/assets/jsx-1.js"/>
<script type="application/ld+json">{"@type":"Product"}</script></head><body>
<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;link rel="modulepreload"&gt;</p>
<script>((storageKey) => {
  sessionStorage.getItem(storageKey)
})("positions")</script><script>window.__reactRouterContext = {"isSpaMode":false};</script>
<script type="module" async="">${ENTRY}</script><script>${DEFERRED_HYDRATION_SCRIPT}</script>
<script>window.__reactRouterContext.streamController.enqueue("[\\u003cscript>é’");</script>
<script src="/assets/other-1.js"></script></body></html>`

const scriptHash = (script: string) =>
  `'sha256-${createHash('sha256').update(script, 'utf8').digest('base64')}'`

test('only resources of the first paint are fetched before it', () => {
  const deferredHtml = deferScripts(PAGE)
  expect(deferredHtml).not.toContain('<link rel="modulepreload"')
  expect(deferredHtml).not.toContain('type="module"')
  expect(deferredHtml).toContain('<link rel="preload" as="image"')
  expect(deferredHtml).toContain('<link rel="stylesheet"')
  expect(deferredHtml).toContain(`<script type="${DEFERRED_SCRIPT_TYPE}" async="">${ENTRY}</script>`)
})

test('the scripts that React Router renders are deferred', async ({ connection }) => {
  const store = createTestStore(connection, { pages: await loadPages() })
  const html = await (await store.visitor().get('/cart')).text()
  expect(html).toMatch(
    new RegExp(`<script type="${DEFERRED_SCRIPT_TYPE}" async="">[^<]*import\\("/entry.js"\\);</script>`),
  )
  expect(html).not.toMatch(/rel="modulepreload"|type="module"/)
})

test('page content is unchanged', () => {
  expect(deferScripts(PAGE)).toContain('&lt;link rel="modulepreload"&gt;')
  expect(deferScripts('<h1>No scripts here</h1>')).toBe('<h1>No scripts here</h1>')
})

test('the policy lists every inline script of the page, including the deferred one, and no others', () => {
  const scripts = [
    '((storageKey) => {\n  sessionStorage.getItem(storageKey)\n})("positions")',
    'window.__reactRouterContext = {"isSpaMode":false};',
    ENTRY,
    DEFERRED_HYDRATION_SCRIPT,
    'window.__reactRouterContext.streamController.enqueue("[\\u003cscript>é’");',
  ]
  const hashes = inlineScriptHashes(deferScripts(PAGE))
  expect(hashes.toSorted()).toEqual(scripts.map(scriptHash).toSorted())
  expect(contentSecurityPolicy(hashes)).toContain(`script-src 'self' ${hashes.join(' ')};`)
})

test('a page without inline scripts allows only script files of this site', () => {
  const policy = contentSecurityPolicy(inlineScriptHashes('<h1>Rose</h1>'))
  expect(policy).toContain("default-src 'none'; script-src 'self';")
  expect(policy).not.toMatch(/unsafe|\*|https?:/)
})

test('forms may submit to the card provider if the page allows it', () => {
  expect(contentSecurityPolicy([])).toContain("form-action 'self';")
  expect(contentSecurityPolicy([], ['https://checkout.stripe.com'])).toContain(
    "form-action 'self' https://checkout.stripe.com;",
  )
})
