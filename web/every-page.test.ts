import { hash } from 'node:crypto'
import { loadPages } from '#test/pages.tsx'
import { test as base, expect } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'
import { type PageAnswer, preparePageVisits } from '#test/visit-pages.ts'
import { pagePolicy } from '#web/page-access.ts'
import { DEFERRED_SCRIPT_TYPE } from './hydration/deferred-hydration.ts'

const pages = await loadPages()

const test = base.extend<{
  visitEveryPage: Awaited<ReturnType<typeof preparePageVisits>>
  errors: string[]
}>({
  errors: async ({ task: _ }, use) => use([]),
  visitEveryPage: async ({ ctx, connection, errors }, use) => {
    const write = (line: string) => JSON.parse(line).level === 'error' && errors.push(line)
    const store = createTestStore(connection, { pages, write, env: { RATE_LIMITS: 'off' } })
    await use(await preparePageVisits(ctx, store))
  },
})

const isStored = ({ role, response }: PageAnswer) =>
  role !== 'guest' && !response.headers.get('cache-control')?.includes('no-store')

const describeAnswer = ({ role, pattern, response }: PageAnswer) =>
  `${role} ${pattern}: ${response.status} ${response.headers.get('location') ?? ''}`

const INLINE_SCRIPT = /<script(?![^>]*src=)(?![^>]*ld\+json)[^>]*>([\s\S]*?)<\/script>/g

/** Inline scripts that the page's policy doesn't list, and what the router's markup must not have. */
function findUnlistedScripts(html: string, policy: string): string[] {
  const inlineScripts = [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => script)
  const unlisted = inlineScripts.filter((script) => !policy.includes(hash('sha256', script, 'base64')))
  return [...unlisted, ...(html.match(/modulepreload|nonce=/g) ?? [])]
}

test('every page opens for the roles of its policy with listed, deferred scripts, and sends others to sign in', {
  timeout: 120_000,
}, async ({ visitEveryPage, errors }) => {
  const answers = await visitEveryPage((visitor, path) => visitor.get(path))
  const isExpected = ({ isAllowed, pattern, response: { status, headers } }: PageAnswer) =>
    isAllowed
      ? status < 500 && status !== 303
      : status === 303 && headers.get('location')?.startsWith(pagePolicy(pattern)?.redirectTo ?? '')
  expect(answers.filter((answer) => !isExpected(answer)).map(describeAnswer)).toEqual([])
  expect(answers.filter(({ response }) => response.status === 200).length).toBeGreaterThan(120)
  expect(answers.filter(isStored).map(describeAnswer)).toEqual([])
  let deferredCount = 0
  for (const answer of answers) {
    const { headers } = answer.response
    if (!headers.get('content-type')?.startsWith('text/html')) continue
    const html = await answer.response.text()
    const policy = headers.get('content-security-policy') ?? ''
    expect(findUnlistedScripts(html, policy), describeAnswer(answer)).toEqual([])
    if (html.includes(`<script type="${DEFERRED_SCRIPT_TYPE}">import`)) deferredCount++
  }
  expect(deferredCount).toBeGreaterThan(100)
  expect(errors).toEqual([])
})

test('the data of every page is guarded like the page', { timeout: 120_000 }, async ({
  visitEveryPage,
  errors,
}) => {
  const answers = await visitEveryPage((visitor, path) =>
    visitor.get(path === '/' ? '/_root.data' : `${path}.data`),
  )
  const leaks = answers.filter(({ isAllowed, response }) => !isAllowed && response.status === 200)
  expect(leaks.map(describeAnswer)).toEqual([])
  expect(answers.filter(isStored).map(describeAnswer)).toEqual([])
  expect(answers.filter(({ response }) => response.status >= 500).map(describeAnswer)).toEqual([])
  expect(errors).toEqual([])
})

test('an empty form posted to any page is refused without an error, and changes nothing for strangers', {
  timeout: 120_000,
}, async ({ visitEveryPage, errors }) => {
  const answers = await visitEveryPage(async (visitor, path) =>
    path === '/sign-out'
      ? new Response(null, { status: 405 })
      : visitor.request('POST', path, { form: {}, headers: { origin: 'http://localhost:3000' } }),
  )
  const isExpected = ({ isAllowed, response: { status } }: PageAnswer) =>
    isAllowed ? status < 500 : status === 303
  expect(answers.filter((answer) => !isExpected(answer)).map(describeAnswer)).toEqual([])
  expect(errors).toEqual([])
})
