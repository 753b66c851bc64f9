import { openPage, PAGES } from './pages.ts'
import { expect, test } from './test.ts'

// `test` itself fails on console errors, policy violations, and requests to other origins.
for (const name of PAGES) {
  test(`${name} is complete and has a strict content security policy`, async ({ page }) => {
    const policies: string[] = []
    page.on('response', (response) => {
      if (response.request().isNavigationRequest())
        policies.push(response.headers()['content-security-policy'] ?? '')
    })
    await openPage(page, name)
    await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', '/favicon.svg')
    expect(policies).toHaveLength(1)
    expect(policies[0]).toContain("default-src 'none'")
    expect(policies[0]).not.toContain('unsafe')
    const brokenImages = await page.evaluate(async () => {
      for (const picture of document.images) picture.loading = 'eager'
      const decodeResults = await Promise.allSettled([...document.images].map((picture) => picture.decode()))
      return decodeResults.filter(({ status }) => status === 'rejected').length
    })
    expect(brokenImages).toBe(0)
  })
}

test('a malformed form body returns 400', async ({ request, store }) => {
  const malformedBodies = [
    ['application/json', '{"email":'],
    ['multipart/form-data; boundary=x', '--y'],
    ['text/plain', 'hello'],
  ] as const
  for (const path of ['/login', '/newsletter', '/checkout', '/region', '/cart/lines', '/sign-out'])
    for (const [type, data] of malformedBodies) {
      const formResponse = await request.post(path, {
        data,
        headers: { 'content-type': type, origin: store.url },
      })
      expect([path, type, formResponse.status()]).toEqual([path, type, 400])
      expect(await formResponse.text()).not.toMatch(/^Unexpected|node_modules/)
    }
})
