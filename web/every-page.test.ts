import { hash } from 'node:crypto'
import { guest } from '#core/context.ts'
import { contextForVisitor, signInVisitor } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { listPages, loadPages } from '#test/pages.tsx'
import { test as base, expect } from '#test/store.ts'
import { createTestStore, type TestVisitor } from '#test/test-store.ts'
import { pagePolicy } from '#web/page-access.ts'
import { DEFERRED_SCRIPT_TYPE } from './deferred-hydration.ts'

const pages = await loadPages()
const patterns = [...new Set((await listPages()).map(({ path }) => path))]

type Visit = (request: (visitor: TestVisitor, path: string) => Promise<Response>) => Promise<Answer[]>
type Answer = { role: string; pattern: string; isAllowed: boolean; response: Response }

const test = base.extend<{ visitEveryPage: Visit; errors: string[] }>({
  errors: async ({ task: _ }, use) => use([]),
  visitEveryPage: async ({ ctx, connection, errors }, use) => {
    const write = (line: string) => JSON.parse(line).level === 'error' && errors.push(line)
    const store = createTestStore(connection, { pages, write, env: { RATE_LIMITS: 'off' } })
    const customer = await signInVisitor(store, connection.db)
    const admin = await signInVisitor(store, connection.db, { role: 'admin' })
    const product = await buildProduct(ctx)
    const order = await buildOrder(ctx, { userId: customer.account.id })
    const fillParameters = (pattern: string) =>
      pattern
        .replace('/users/:id', `/users/${customer.account.id}`)
        .replace('/import/:id', '/import/none')
        .replace('/offers/:id', '/offers/none')
        .replace('/addresses/:id', '/addresses/none')
        .replace(/:(refund|return)/, 'none')
        .replace(':month', '2026-01')
        .replace(':id', product.id)
        .replace(':number', order.number)
        .replace(':document', 'packing-slip')
        .replace(':creditNote', '1')
        .replace(':report', 'trial-balance')
        .replace(':list', 'orders')
        .replace('*', 'nothing-here')
    const visitors = [
      { role: 'guest', visitor: store.visitor(), actor: guest },
      { role: 'customer', visitor: customer, actor: (await contextForVisitor(ctx, customer)).actor },
      { role: 'admin', visitor: admin, actor: (await contextForVisitor(ctx, admin)).actor },
    ]
    await use(async (request) => {
      const answers: Answer[] = []
      for (const pattern of patterns) {
        for (const { role, visitor, actor } of visitors) {
          const isAllowed = pagePolicy(pattern)?.isAllowed(actor) ?? false
          answers.push({
            role,
            pattern,
            isAllowed,
            response: await request(visitor, fillParameters(pattern)),
          })
        }
      }
      return answers
    })
  },
})

const isStored = ({ role, response }: Answer) =>
  role !== 'guest' && !response.headers.get('cache-control')?.includes('no-store')

const describeAnswer = ({ role, pattern, response }: Answer) =>
  `${role} ${pattern}: ${response.status} ${response.headers.get('location') ?? ''}`

test('every page opens for the roles of its policy, and sends others to sign in', {
  timeout: 60_000,
}, async ({ visitEveryPage, errors }) => {
  const answers = await visitEveryPage((visitor, path) => visitor.get(path))
  const isExpected = ({ isAllowed, pattern, response: { status, headers } }: Answer) =>
    isAllowed
      ? status < 500 && status !== 303
      : status === 303 && headers.get('location')?.startsWith(pagePolicy(pattern)?.redirectTo ?? '')
  expect(answers.filter((answer) => !isExpected(answer)).map(describeAnswer)).toEqual([])
  expect(answers.filter(({ response }) => response.status === 200).length).toBeGreaterThan(120)
  expect(answers.filter(isStored).map(describeAnswer)).toEqual([])
  expect(errors).toEqual([])
})

test('the data of every page is guarded like the page', { timeout: 60_000 }, async ({
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
  timeout: 60_000,
}, async ({ visitEveryPage, errors }) => {
  const answers = await visitEveryPage(async (visitor, path) =>
    path === '/sign-out'
      ? new Response(null, { status: 405 })
      : visitor.request('POST', path, { form: {}, headers: { origin: 'http://localhost:3000' } }),
  )
  const isExpected = ({ isAllowed, response: { status } }: Answer) =>
    isAllowed ? status < 500 : status === 303
  expect(answers.filter((answer) => !isExpected(answer)).map(describeAnswer)).toEqual([])
  expect(errors).toEqual([])
})

test('the scripts of every page are deferred and listed in its policy, in the markup that the router makes today', {
  timeout: 60_000,
}, async ({ visitEveryPage, errors }) => {
  const answers = await visitEveryPage((visitor, path) => visitor.get(path))
  const unlisted: string[] = []
  let pageCount = 0
  for (const answer of answers) {
    const { headers } = answer.response
    if (!headers.get('content-type')?.startsWith('text/html')) continue
    const html = await answer.response.text()
    const policy = headers.get('content-security-policy') ?? ''
    const inlineScripts = html.matchAll(/<script(?![^>]*src=)(?![^>]*ld\+json)[^>]*>([\s\S]*?)<\/script>/g)
    for (const [, script = ''] of inlineScripts)
      if (!policy.includes(hash('sha256', script, 'base64'))) unlisted.push(describeAnswer(answer))
    if (/modulepreload|nonce=/.test(html)) unlisted.push(describeAnswer(answer))
    if (html.includes(`<script type="${DEFERRED_SCRIPT_TYPE}">import`)) pageCount++
  }
  expect(unlisted).toEqual([])
  expect(pageCount).toBeGreaterThan(100)
  expect(errors).toEqual([])
})
