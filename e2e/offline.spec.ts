import type { Page } from '@playwright/test'
import { findLayoutProblems } from './axe.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test.use({ serviceWorkers: 'allow' })

/** As the header's form does before scripts load. */
const submitRegion = (page: Page) =>
  page.evaluate(() => {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = '/region'
    form.innerHTML = '<input name="region" value="GB"><input name="back" value="/categories">'
    document.body.append(form)
    form.submit()
  })

test('offline, a page of the store replaces the browser’s error, for links, reloads, and forms', async ({
  page,
  context,
}) => {
  await page.goto('/categories')
  await waitForHydration(page)
  await page.evaluate(() => navigator.serviceWorker.ready)
  // The worker controls pages from the next one on.
  await page.goto('/')
  const heading = page.getByRole('heading', { name: 'We can’t reach the store' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await context.setOffline(true)
  await page.goto('/about')
  await expect(heading).toBeVisible()
  expect(await findLayoutProblems(page, [390, 1440])).toEqual([])
  await submitRegion(page)
  await expect(page).toHaveURL(/\/region$/)
  await expect(heading).toBeVisible()

  await context.setOffline(false)
  await page.goto('/')
  await expect(heading).toBeHidden()
  await submitRegion(page)
  await expect(page).toHaveURL(/\/categories$/)
  await expect(page.getByLabel('Region and currency').locator('option:checked')).toHaveText(/United Kingdom/)
})
