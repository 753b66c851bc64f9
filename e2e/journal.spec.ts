import { findLayoutProblems } from './axe.ts'
import { expect, test } from './test.ts'

test('a shopper reads the Journal on a phone, a tablet, and a desktop', async ({ page }) => {
  await page.goto('/journal')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Journal')
  expect(await findLayoutProblems(page, [390, 768, 1440])).toEqual([])
  await page.getByRole('link', { name: 'A perfume for one room' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A perfume for one room')
  const product = page.getByRole('article').filter({ hasText: 'Fig Tree Room Diffuser' }).last()
  await expect(product).toContainText('$')
  expect(await findLayoutProblems(page, [390, 768, 1440])).toEqual([])
})

test('a post describes itself to search engines and feed readers', async ({ page, request }) => {
  await page.goto('/journal/why-our-rose-hip-is-amber')
  const jsonLd = await page.locator('script[type="application/ld+json"]').allTextContents()
  const article = jsonLd.map((text) => JSON.parse(text)).find((data) => data['@type'] === 'Article')
  expect(article).toMatchObject({ headline: 'Why our rose hip is amber', author: { name: 'Ines Laurent' } })
  await expect(page.locator('meta[property="og:type"]')).toHaveAttribute('content', 'article')
  const feedUrl = await page.locator('link[type="application/rss+xml"]').getAttribute('href')
  const feed = await (await request.get(new URL(feedUrl ?? '').pathname)).text()
  expect(feed).toContain('<title>Why our rose hip is amber</title>')
  expect(feed).not.toContain('What winter asks of a cream')
  expect(await (await request.get('/sitemap/pages.xml')).text()).toContain(
    '/journal/why-our-rose-hip-is-amber',
  )
})

test('the menu leads to the Journal, and a search finds posts', async ({ page }) => {
  await page.goto('/')
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Journal' }),
  ).toBeAttached()
  await page.goto('/search?q=rose+hip')
  const results = page.getByRole('region', { name: 'Pages and Journal' })
  await expect(results.getByRole('link', { name: 'Why our rose hip is amber' })).toBeVisible()
})
