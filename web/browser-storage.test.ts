import { readdirSync, readFileSync } from 'node:fs'
import { listBrowserData } from '#core/privacy/browser-data-purposes.ts'
import { expect, test } from '#test/page-test.ts'

/** The inline script runs before any module. */
const WRITERS = ['web/browser-storage.ts', 'web/hydration/deferred-hydration.ts']
/** They pass on cookies from the jar or from `scriptCookie`, or look for them. */
const COOKIE_WRITERS = [
  'core/browser-data/browser-data.ts',
  'server/http/cookies.ts',
  'server/http/listener.ts',
  'server/http/response.ts',
  'server/http/routes/page-routes.ts',
  'server/http/shell.ts',
  'web/admin/save-sidebar.ts',
  'web/storefront/region/choose-region.ts',
]

const sources = ['api', 'core', 'demo', 'sandbox', 'server', 'web'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|fixture)\./.test(name))
    .map((name) => ({ name: `${folder}/${name}`, text: readFileSync(`${folder}/${name}`, 'utf8') })),
)
const filesWith = (pattern: RegExp) =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ name }) => name)
    .sort()

test('only one module writes to browser storage, and only the cookie jar and it set cookies', () => {
  expect(filesWith(/\b(localStorage|sessionStorage|indexedDB|cookieStore|caches)\s*[.),\n]/)).toEqual(WRITERS)
  expect(filesWith(/document\.cookie\s*=/)).toEqual(['web/browser-storage.ts'])
  expect(filesWith(/'set-cookie'|Max-Age=\$/)).toEqual(COOKIE_WRITERS)
})

test('the privacy page lists every cookie and storage key, with its lifetime', async ({ guest }) => {
  const { main } = await guest.open('/privacy')
  for (const { name, purpose, lifetime } of Object.values(listBrowserData(false)).flat())
    expect(main).toContain(`${name} ${purpose}${lifetime ? ` Lasts ${lifetime}.` : ''}`)
  expect(main).toContain('eb_orders')
  expect(main).toContain('An account whose email address was never confirmed 14 days')
})
