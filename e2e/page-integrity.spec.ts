import { openPage, PAGES } from './pages.ts'
import { expect, test } from './test.ts'

// `test` itself fails on console errors, policy violations, and requests to other origins.
test('each page is complete and has a strict content security policy', async ({ page }) => {
  test.slow()
  const policies: string[] = []
  page.on('response', (response) => {
    if (response.request().isNavigationRequest())
      policies.push(response.headers()['content-security-policy'] ?? '')
  })
  for (const name of PAGES) {
    policies.length = 0
    await openPage(page, name)
    await expect(page.locator('link[rel=icon]'), name).toHaveAttribute('href', '/favicon.svg')
    expect(policies, name).toHaveLength(1)
    expect(policies[0], name).toContain("default-src 'none'")
    expect(policies[0], name).not.toContain('unsafe')
    const brokenImages = await page.evaluate(async () => {
      for (const picture of document.images) picture.loading = 'eager'
      const decodeResults = await Promise.allSettled([...document.images].map((picture) => picture.decode()))
      return decodeResults.filter(({ status }) => status === 'rejected').length
    })
    expect(brokenImages, name).toBe(0)
  }
})
