import { createHash } from 'node:crypto'
import { contentSecurityPolicy } from '#server/http/security-headers.ts'
import { loadPages } from '#test/pages.tsx'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'
import { DEFERRED_HYDRATION_SCRIPT, DEFERRED_SCRIPT_TYPE } from '#web/hydration/deferred-hydration.ts'
import { applyEdits } from './page-edits.ts'
import { editScripts } from './page-scripts.ts'

const ENTRY = 'import "/assets/manifest-1.js";\nimport "/assets/entry.client-1.js";'

const NONCE = 'n0nce'

/** A page as React Router renders it. */
const PAGE = `<!DOCTYPE html><html lang="en"><head>
<link rel="preload" as="image" href="/media/mood-home.svg"/><link rel="stylesheet" href="/assets/root-1.css"/>
<link rel="modulepreload" href="/assets/entry.client-1.js"/><link rel="modulepreload" crossorigin="" href="/assets/jsx-1.js"/>
<script type="application/ld+json">{"@type":"Product"}</script></head><body>
<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;link rel="modulepreload"&gt;</p>
<script nonce="n0nce">((storageKey) => {
  sessionStorage.getItem(storageKey)
})("positions")</script><script nonce="n0nce">window.__reactRouterContext = {"isSpaMode":false};</script>
<script nonce="n0nce" type="module" async="">${ENTRY}</script><script>${DEFERRED_HYDRATION_SCRIPT}</script>
<script nonce="n0nce">window.__reactRouterContext.streamController.enqueue("[\\u003cscript>é’");</script>
<script src="/assets/other-1.js"></script></body></html>`

const edited = (html: string) => applyEdits(html, editScripts(html, NONCE).edits).join('')

const scriptHash = (script: string) =>
  `'sha256-${createHash('sha256').update(script, 'utf8').digest('base64')}'`

test('only resources of the first paint are fetched before it', () => {
  const deferredHtml = edited(PAGE)
  expect(deferredHtml).not.toContain('<link rel="modulepreload"')
  expect(deferredHtml).not.toContain('type="module"')
  expect(deferredHtml).toContain('<link rel="preload" as="image"')
  expect(deferredHtml).toContain('<link rel="stylesheet"')
  expect(deferredHtml).toContain(`<script type="${DEFERRED_SCRIPT_TYPE}">${ENTRY}</script>`)
})

test('the scripts that React Router renders are deferred', async ({ connection }) => {
  const store = createTestStore(connection, { pages: await loadPages() })
  const html = await (await store.visitor().get('/cart')).text()
  expect(html).toMatch(
    new RegExp(`<script type="${DEFERRED_SCRIPT_TYPE}">[^<]*import\\("/entry.js"\\);</script>`),
  )
  expect(html).not.toMatch(/rel="modulepreload"|type="module"/)
})

test('page content is unchanged', () => {
  expect(edited(PAGE)).toContain('&lt;link rel="modulepreload"&gt;')
  expect(edited('<h1>No scripts here</h1>')).toBe('<h1>No scripts here</h1>')
})

const FRAMEWORK_SCRIPTS = [
  '((storageKey) => {\n  sessionStorage.getItem(storageKey)\n})("positions")',
  'window.__reactRouterContext = {"isSpaMode":false};',
  ENTRY,
  DEFERRED_HYDRATION_SCRIPT,
  'window.__reactRouterContext.streamController.enqueue("[\\u003cscript>é’");',
]

test('the policy lists the scripts that we and the framework emit, including the deferred one', () => {
  const { hashes, unknownScripts } = editScripts(PAGE, NONCE)
  expect(hashes.toSorted()).toEqual(FRAMEWORK_SCRIPTS.map(scriptHash).toSorted())
  expect(contentSecurityPolicy(hashes)).toContain(`script-src 'self' ${hashes.join(' ')};`)
  expect(unknownScripts).toBe(0)
  // Cached pages are the same for each render.
  expect(edited(PAGE)).not.toContain('nonce')
})

test.each([
  '<script>alert(1)</script>',
  '<SCRIPT>alert(1)</SCRIPT >',
  '<script type="module">alert(1)</script>',
  '<script nonce="guess">alert(1)</script>',
  '<script nonce="">alert(1)</script>',
  '<script>alert(1)//',
  '<script>alert(1)<!--',
  '<svg><script>alert(1)</script></svg>',
  "<script data-a='",
  `<script>${DEFERRED_HYDRATION_SCRIPT};alert(1)</script>`,
])('but no script that slipped into the page: %s', (injected) => {
  const withInjection = PAGE.replace('<p>', `<p>${injected}`)
  const { hashes } = editScripts(withInjection, NONCE)
  const allowed = new Set(FRAMEWORK_SCRIPTS.map(scriptHash))
  expect(hashes.filter((hash) => !allowed.has(hash))).toEqual([])
})

test('a script that slipped in is logged', () => {
  expect(editScripts(PAGE.replace('<p>', '<script>alert(1)</script><p>'), NONCE).unknownScripts).toBe(1)
})

test('a page without inline scripts allows only script files of this site', () => {
  const policy = contentSecurityPolicy(editScripts('<h1>Rose</h1>', NONCE).hashes)
  expect(policy).toContain("default-src 'none'; script-src 'self';")
  expect(policy).not.toMatch(/unsafe|\*|https?:/)
})

test('forms may submit to the card provider if the page allows it', () => {
  expect(contentSecurityPolicy([])).toContain("form-action 'self';")
  expect(contentSecurityPolicy([], { formTargets: ['https://checkout.stripe.com'] })).toContain(
    "form-action 'self' https://checkout.stripe.com;",
  )
})
