import { guest as guestActor } from '#core/context.ts'
import { contextForVisitor } from '#test/accounts.ts'
import { expect, test } from '#test/page-test.ts'
import { listPages } from '#test/pages.tsx'
import { pagePolicy } from './page-access.ts'

function spellings(path: string, id: string): string[] {
  return [
    `${path}.data`,
    `${path}.data?_routes=${encodeURIComponent(id)}`,
    `${path}.data?_routes=${encodeURIComponent(`root,${id}`)}`,
    `${path.toUpperCase()}.data?_routes=${encodeURIComponent(id)}`,
    `${path.replace('/', '/%2e/')}.data`,
    `${path.replace(/(.)\//, '$1//')}.data?_routes=${encodeURIComponent(id)}`,
  ]
}

test('no spelling of a data request reveals private data', { timeout: 60_000 }, async ({
  ctx,
  guest,
  customer,
}) => {
  const { actor } = await contextForVisitor(ctx, customer)
  const leaks: string[] = []
  let requestCount = 0
  for (const { path, id } of await listPages()) {
    const policy = pagePolicy(path)
    const pagePath = path.replace('*', 'users').replace(/:\w+/g, 'none')
    const visitors = [
      { visitor: guest, isAllowed: policy?.isAllowed(guestActor) ?? true },
      { visitor: customer, isAllowed: policy?.isAllowed(actor) ?? true },
    ]
    for (const { visitor, isAllowed } of visitors) {
      if (isAllowed) continue
      for (const spelling of spellings(pagePath, id)) {
        const response = await visitor.get(spelling)
        const body = await response.text()
        // The redirect carries no loader data and leads back to a page.
        const isRedirect =
          response.status === 202 && body.includes('SingleFetchRedirect') && !/"data"|\.data/.test(body)
        const isRefused = isRedirect || body.trim() === '[{}]' || [302, 303, 404].includes(response.status)
        if (!isRefused) leaks.push(`${spelling}: ${response.status} ${body.slice(0, 200)}`)
        requestCount++
      }
    }
  }
  expect(leaks).toEqual([])
  expect(requestCount).toBeGreaterThan(600)
  // The same request does return the data to a user with permission.
  expect(await (await customer.get('/profile.data')).text()).toContain(customer.account.email)
})

test('no form of a private page runs for a visitor who may not see the page', async ({
  ctx,
  guest,
  customer,
}) => {
  const { actor } = await contextForVisitor(ctx, customer)
  const accepted: string[] = []
  for (const { path } of await listPages()) {
    const policy = pagePolicy(path)
    const formPath = path.replace('*', 'users').replace(/:\w+/g, 'none')
    for (const [visitor, visitorActor] of [[guest, guestActor] as const, [customer, actor] as const]) {
      if (policy?.isAllowed(visitorActor) ?? true) continue
      const response = await visitor.request('POST', formPath, { form: {} })
      const isRedirected = response.headers.get('location')?.startsWith(policy?.redirectTo ?? '')
      if (![302, 303].includes(response.status) || !isRedirected)
        accepted.push(`${formPath}: ${response.status}`)
    }
  }
  expect(accepted).toEqual([])
})
