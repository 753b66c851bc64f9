import { expect, test } from './test.ts'

test('an unknown path returns 404 with a link home and is logged', async ({ page, store }) => {
  const path = `/nowhere/${crypto.randomUUID()}`
  const response = await page.goto(path)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  const findLogLines = () =>
    store.readLogEntries().filter((line) => line.event === 'page not found' && line.path === path)
  await expect.poll(findLogLines).toHaveLength(1)
  expect(findLogLines()[0]?.requestId).toBe(response?.headers()['x-request-id'])
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page.getByRole('heading', { name: 'Popular Beauty Products' })).toBeVisible()
})

test('logged paths contain no terminal control characters', async ({ request, store }) => {
  const uniquePath = crypto.randomUUID()
  const response = await request.get(`/${uniquePath}%1b%5b2J%0d%0a%e2%80%ae`)
  expect(response.status()).toBe(404)
  expect(await response.text()).toContain('Oops! Page not found')
  const line = () =>
    store
      .readLogEntries()
      .find(({ event, path }) => event === 'page not found' && String(path).startsWith(`/${uniquePath}`))
  await expect.poll(line).toBeTruthy()
  expect(line()?.path).toBe(`/${uniquePath}�[2J���`)
})
