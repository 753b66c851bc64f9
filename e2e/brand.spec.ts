import type { Page } from '@playwright/test'
import { openAdmin } from './admin.ts'
import { findAxeViolations } from './axe.ts'
import { waitForIdleHydration } from './hydration.ts'
import { NEGLIGIBLE_SHIFT, watchLayoutShifts } from './layout-shifts.ts'
import { openPage } from './pages.ts'
import { expect, test } from './test.ts'

const HEADINGS = ['cormorant', 'playfair-display', 'fraunces', 'jost']
const TEXTS = ['jost', 'manrope', 'dm-sans']

test('an owner previews a brand on a desktop and a phone, then saves it', async ({ page, browser }) => {
  test.slow()
  await openAdmin(page, '/admin/settings/brand')
  await page.getByLabel('Background', { exact: true }).fill('#eef2ee')
  await page.getByLabel('Accent', { exact: true }).fill('#8fb0a8')
  await page.getByLabel('Headings').selectOption('cormorant')
  await page.getByLabel('Text', { exact: true }).selectOption('manrope')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  for (const title of ['Preview on a desktop', 'Preview on a phone']) {
    const preview = page.frameLocator(`iframe[title="${title}"]`)
    await expect(preview.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /Cormorant/)
    await expect(preview.locator('html')).toHaveCSS('background-color', 'rgb(238, 242, 238)')
  }
  expect(await findAxeViolations(page)).toEqual([])
  const visitor = await browser.newPage({ baseURL: new URL(page.url()).origin })
  await visitor.goto('/')
  await expect(visitor.locator('html')).toHaveCSS('background-color', 'rgb(247, 242, 235)')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('#8fb0a8 has a contrast of').first()).toBeVisible()
  await expect(async () => {
    await visitor.goto('/')
    await expect(visitor.locator('html')).toHaveCSS('background-color', 'rgb(238, 242, 238)')
  }).toPass()
  await visitor.getByRole('link', { name: 'Contact' }).first().click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /Cormorant/)
  await visitor.close()
})

for (const [heading, text] of [
  ['playfair-display', 'dm-sans'],
  ['fraunces', 'jost'],
  ['cormorant', 'manrope'],
] as const) {
  test(`in its own colors, ${heading}, and ${text}, a store has enough contrast, and nothing shifts`, async ({
    page,
  }) => {
    test.slow()
    await saveBrand(page, heading, text)
    const totalShift = await watchLayoutShifts(page)
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      for (const name of ['the home page', 'all products', 'a product'] as const) {
        await openPage(page, name, waitForIdleHydration)
        await page.evaluate(() => document.fonts.ready)
        expect(await totalShift(), name).toBeLessThan(NEGLIGIBLE_SHIFT)
        expect(await findAxeViolations(page), `${name} at ${width} px`).toEqual([])
      }
    }
  })
}

test('each typeface loads, and its fallback is as wide', async ({ page }) => {
  test.slow()
  await openAdmin(page, '/admin/settings/brand')
  const looks = [
    ...HEADINGS.map((headingTypeface) => ({ headingTypeface, textTypeface: 'instrument-sans' })),
    ...TEXTS.map((textTypeface) => ({ headingTypeface: 'bodoni-moda', textTypeface })),
  ]
  for (const look of looks) {
    const colors = { background: '#f7f2eb', accent: '#7a2e35' }
    const fields = Object.entries({ ...colors, ...look }).map(([name, value]) => [`brand.${name}`, value])
    await page.goto(`/preview/brand?${new URLSearchParams(fields)}`)
    const property = look.textTypeface === 'instrument-sans' ? '--font-display' : '--font-text'
    const { webFont, fallback, family } = await page.evaluate(measureStack, property)
    expect(Math.abs(webFont / fallback - 1), `${family}: ${webFont} and ${fallback}`).toBeLessThan(0.02)
  }
})

/** The width of the page's texts in the web font, and in the font of this device that stands in for it. */
async function measureStack(property: string) {
  const stack = getComputedStyle(document.documentElement).getPropertyValue(property)
  const [family = '', ...others] = stack.split(',').map((name) => name.replaceAll('"', '').trim())
  for (const style of document.querySelectorAll<HTMLStyleElement>('style[data-deferred]')) style.media = 'all'
  const loaded = await document.fonts.load(`400 100px "${family}"`, 'Rose')
  if (!loaded.length) throw new Error(`${family} didn’t load`)
  const texts = [...document.querySelectorAll('h1, h2, h3, p')]
    .map((element) => element.textContent)
    .join(' ')
  const text = document.createElement('span')
  text.textContent = texts.slice(0, 600)
  text.style.cssText = 'position:absolute;white-space:pre;font-size:100px;font-weight:400'
  document.body.append(text)
  const measure = (families: string) => {
    text.style.fontFamily = families
    return text.getBoundingClientRect().width
  }
  return {
    family,
    webFont: measure(`"${family}"`),
    fallback: measure(others.map((name) => (name.endsWith('serif') ? name : `"${name}"`)).join(',')),
  }
}

async function saveBrand(page: Page, heading: string, text: string) {
  await openAdmin(page, '/admin/settings/brand')
  await page.getByLabel('Background', { exact: true }).fill('#f3eef4')
  await page.getByLabel('Accent', { exact: true }).fill('#d05a9b')
  await page.getByLabel('Headings').selectOption(heading)
  await page.getByLabel('Text', { exact: true }).selectOption(text)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Settings saved').first()).toBeVisible()
}
