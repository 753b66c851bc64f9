import { expect, test } from './test.ts'

test('an unknown path is answered with 404, a way home and a line in the log', async ({ page, store }) => {
  const path = `/nowhere/${crypto.randomUUID()}`
  const answer = await page.goto(path)
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  const lines = () => store.logged().filter((line) => line.event === 'page not found' && line.path === path)
  await expect.poll(lines).toHaveLength(1)
  expect(lines()[0]?.requestId).toBe(answer?.headers()['x-request-id'])
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page.getByRole('heading', { name: 'Popular Beauty Products' })).toBeVisible()
})

test('what the log holds of a path can’t move a terminal', async ({ request, store }) => {
  const mark = crypto.randomUUID()
  const answer = await request.get(`/${mark}%1b%5b2J%0d%0a%e2%80%ae`)
  expect(answer.status()).toBe(404)
  expect(await answer.text()).toContain('Oops! Page not found')
  const line = () =>
    store
      .logged()
      .find(({ event, path }) => event === 'page not found' && String(path).startsWith(`/${mark}`))
  await expect.poll(line).toBeTruthy()
  expect(line()?.path).toBe(`/${mark}�[2J���`)
})
