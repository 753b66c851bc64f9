import { banner, openAccount, signIn } from './account.ts'
import { started } from './started.ts'
import { expect, test } from './test.ts'

for (const way of ['a script', 'the browser alone'] as const) {
  test(`signing out in one tab, by ${way}, is seen in the other at once`, async ({
    page,
    context,
    request,
  }) => {
    await signIn(page, await openAccount(request))
    const other = await context.newPage()
    const kept = other.waitForEvent('request', (asked) => asked.url().includes('/api/v1/profile'))
    await other.goto('/profile?tab=settings')
    await started(other)
    await kept
    if (way === 'the browser alone') {
      const known = page.waitForResponse('**/api/v1/profile')
      await page.goto('/categories')
      await known
    } else await started(page)
    await page.evaluate((native) => {
      const out = document.querySelector<HTMLFormElement>('header form[action="/sign-out"]')
      if (native) out?.submit()
      else out?.requestSubmit()
    }, way === 'the browser alone')
    await expect(banner(page).getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(other).toHaveURL(/\/login\?next=/)
    await expect(banner(other).getByRole('link', { name: 'Login' })).toBeVisible()
  })
}

test('a guest’s page brings no code for those who are signed in', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/', { waitUntil: 'networkidle' })
  await started(page)
  expect(asked.filter((url) => /auth-keeper|\/api\/v1\/profile|\/auth\//.test(url))).toEqual([])
})

test('no script can read a token', async ({ page, request }) => {
  await signIn(page, await openAccount(request))
  await started(page)
  const seen = await page.evaluate(() => [
    document.cookie,
    JSON.stringify(localStorage),
    JSON.stringify(sessionStorage),
  ])
  expect(seen[0]).not.toContain('eb_session')
  for (const text of seen) expect(text).not.toMatch(/token/i)
})

test('the session is renewed before its end, by one look of the page’s clock', async ({ page, request }) => {
  await page.clock.install()
  await signIn(page, await openAccount(request), { scripts: false })
  const known = page.waitForResponse('**/api/v1/profile')
  await page.goto('/profile')
  await page.clock.runFor(5000)
  await known
  let asked = 0
  page.on('request', (sent) => {
    if (sent.url().endsWith('/auth/refresh')) asked++
  })
  await page.clock.runFor(65_000)
  expect(asked).toBe(0)
  await page.clock.fastForward('24:00:00')
  await page.clock.runFor(31_000)
  await expect.poll(() => asked).toBeGreaterThan(0)
  await expect(banner(page).getByRole('button', { name: 'Logout' })).toBeVisible()
})
