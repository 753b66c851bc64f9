import { type APIRequestContext, request } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { type Actor, guest } from '#core/context.ts'
import { pagePolicy } from '#web/page-access.ts'
import siteMap from '#web/routes.ts'
import { GRACE } from './account.ts'
import { expect, test } from './test.ts'

type ProtectedPage = { path: string; id: string }

const customer: Actor = {
  kind: 'user',
  id: 'usr_x',
  email: GRACE.email,
  role: 'user',
  fullName: null,
  sessionId: 's',
  expiresAt: new Date(),
}

/** Paths and route IDs of all pages, as the router's data requests name them. */
function listPages(entries: RouteConfigEntry[], parentPath = ''): ProtectedPage[] {
  return entries.flatMap((entry) => {
    const path = `${parentPath}/${entry.path ?? ''}`.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
    const id = entry.id ?? entry.file.replace(/\.\w+$/, '')
    const currentPage = entry.path !== undefined || entry.index ? [{ path, id }] : []
    return [...currentPage, ...listPages(entry.children ?? [], path)]
  })
}

async function signInCustomer(baseURL: string): Promise<APIRequestContext> {
  const client = await request.newContext({ baseURL })
  const response = await client.post('/login', { form: GRACE, headers: { origin: baseURL }, maxRedirects: 0 })
  expect(response.status()).toBe(302)
  return client
}

test('no spelling of a data request reveals private data', async ({ store }) => {
  test.slow()
  const clients: [Actor, APIRequestContext][] = [
    [guest, await request.newContext({ baseURL: store.url })],
    [customer, await signInCustomer(store.url)],
  ]
  let requestCount = 0
  for (const [actor, client] of clients) {
    for (const { path, id } of listPages(await siteMap)) {
      const policy = pagePolicy(path)
      if (!policy || policy.isAllowed(actor)) continue
      const pagePath = path.replace('*', 'users').replace(/:\w+/g, 'none')
      const spellings = [
        `${pagePath}.data`,
        `${pagePath}.data?_routes=${encodeURIComponent(id)}`,
        `${pagePath}.data?_routes=${encodeURIComponent(`root,${id}`)}`,
        `${pagePath.toUpperCase()}.data?_routes=${encodeURIComponent(id)}`,
        `${pagePath.replace('/', '/%2e/')}.data`,
        `${pagePath.replace(/(.)\//, '$1//')}.data?_routes=${encodeURIComponent(id)}`,
      ]
      for (const spelling of spellings) {
        const response = await client.get(store.url + spelling, { maxRedirects: 0 })
        const body = await response.text()
        const isRedirect = response.status() === 202 && body.includes('SingleFetchRedirect')
        const isEmpty = body.trim() === '[{}]'
        expect([spelling, isRedirect || isEmpty || [302, 303, 404].includes(response.status())]).toEqual([
          spelling,
          true,
        ])
        // The redirect carries no loader data and leads back to a page.
        if (isRedirect) expect([spelling, /"data"|\.data/.test(body)]).toEqual([spelling, false])
        requestCount++
      }
    }
    // The same request does return the data to a user with permission.
    if (actor.kind === 'user') expect(await (await client.get('/profile.data')).text()).toContain(GRACE.email)
    await client.dispose()
  }
  expect(requestCount).toBeGreaterThan(30)
})
