import { openPage, PAGES } from './pages.ts'
import { expect, test } from './test.ts'

// That no page complains, breaks its policy or calls anybody else is held against it by `test` itself.
for (const name of PAGES) {
  test(`${name} is well-mannered: whole, quiet, and under a strict policy`, async ({ page }) => {
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
    const broken = await page.evaluate(async () => {
      for (const picture of document.images) picture.loading = 'eager'
      const shown = await Promise.allSettled([...document.images].map((picture) => picture.decode()))
      return shown.filter(({ status }) => status === 'rejected').length
    })
    expect(broken).toBe(0)
  })
}
