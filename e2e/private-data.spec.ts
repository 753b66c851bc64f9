import { type APIRequestContext, request } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { type Actor, guest } from '#core/context.ts'
import { pagePolicy } from '#web/policies.ts'
import siteMap from '#web/routes.ts'
import { GRACE } from './account.ts'
import { expect, test } from './test.ts'

type Private = { path: string; id: string }

const customer: Actor = {
  kind: 'user',
  id: 'usr_x',
  email: GRACE.email,
  role: 'user',
  fullName: null,
  sessionId: 's',
  expiresAt: new Date(),
}

/** Every page of the site map that has a policy, as the router's own requests for its data name it. */
function pages(entries: RouteConfigEntry[], under = ''): Private[] {
  return entries.flatMap((entry) => {
    const path = `${under}/${entry.path ?? ''}`.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
    const id = entry.id ?? entry.file.replace(/\.\w+$/, '')
    const own = entry.path !== undefined || entry.index ? [{ path, id }] : []
    return [...own, ...pages(entry.children ?? [], path)]
  })
}

async function signedIn(baseURL: string): Promise<APIRequestContext> {
  const person = await request.newContext({ baseURL })
  const answer = await person.post('/login', { form: GRACE, headers: { origin: baseURL }, maxRedirects: 0 })
  expect(answer.status()).toBe(302)
  return person
}

test('what is private is read by no spelling of the router’s own data requests', async ({ store }) => {
  const people: [Actor, APIRequestContext][] = [
    [guest, await request.newContext({ baseURL: store.url })],
    [customer, await signedIn(store.url)],
  ]
  let asked = 0
  for (const [actor, person] of people) {
    for (const { path, id } of pages(await siteMap)) {
      const policy = pagePolicy(path)
      if (!policy || policy.isAllowed(actor)) continue
      const address = path.replace('*', 'users').replace(/:\w+/g, 'none')
      const spellings = [
        `${address}.data`,
        `${address}.data?_routes=${encodeURIComponent(id)}`,
        `${address}.data?_routes=${encodeURIComponent(`root,${id}`)}`,
        `${address.toUpperCase()}.data?_routes=${encodeURIComponent(id)}`,
        `${address.replace('/', '/%2e/')}.data`,
        `${address.replace(/(.)\//, '$1//')}.data?_routes=${encodeURIComponent(id)}`,
      ]
      for (const spelling of spellings) {
        const answer = await person.get(store.url + spelling, { maxRedirects: 0 })
        const told = await answer.text()
        const sent = answer.status() === 202 && told.includes('SingleFetchRedirect')
        const nothing = told.trim() === '[{}]'
        expect([spelling, sent || nothing || [302, 303, 404].includes(answer.status())]).toEqual([
          spelling,
          true,
        ])
        // Nothing of a loader's answer travels beside the redirect, and it leads back to a page.
        if (sent) expect([spelling, /"data"|\.data/.test(told)]).toEqual([spelling, false])
        asked++
      }
    }
    // What a page's own loader would say, the same question does say to whoever may ask.
    if (actor.kind === 'user') expect(await (await person.get('/profile.data')).text()).toContain(GRACE.email)
    await person.dispose()
  }
  expect(asked).toBeGreaterThan(30)
})
