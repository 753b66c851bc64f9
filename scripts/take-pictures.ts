import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { openDemoStore } from '../e2e/demo-store.ts'
import { browserOptions } from './find-browser.ts'

/** `node scripts/take-pictures.ts`: what the demo looks like, for the README and for whoever changes it. */
const FOLDER = 'docs/pictures'
const WIDTHS = [390, 768, 1440]
/** A long list says no more further down, and WebP ends at 16,383. */
const TALLEST = 6000

mkdirSync(FOLDER, { recursive: true })
const store = await openDemoStore()
const browser = await chromium.launch(await browserOptions())
try {
  const context = await browser.newContext({ baseURL: store.url, reducedMotion: 'reduce', locale: 'en-US' })
  const page = await context.newPage()
  for (const [name, address] of Object.entries(await addresses(page))) {
    for (const width of WIDTHS) {
      const file = path.join(FOLDER, `${name}-${width}.webp`)
      await page.setViewportSize({ width, height: width < 600 ? 844 : 900 })
      await page.goto(address)
      const height = Math.min(await settle(page), TALLEST)
      const bytes = await page.screenshot({
        fullPage: true,
        clip: { x: 0, y: 0, width, height },
        animations: 'disabled',
      })
      const { size } = await sharp(bytes).webp({ quality: 90, effort: 6, smartSubsample: true }).toFile(file)
      process.stdout.write(`${file}  ${Math.round(size / 1024)} kB\n`)
    }
  }
} finally {
  await browser.close()
  await store.close()
}

async function addresses(page: Page): Promise<Record<string, string>> {
  await page.goto('/categories')
  const product = await page.getByRole('article').first().getByRole('link').last().getAttribute('href')
  return {
    home: '/',
    categories: '/categories',
    product: product ?? '/',
    'not-found': '/nowhere',
    mailbox: '/demo/mailbox',
  }
}

/** Every picture loaded, every face in place, and no moment of this day to be read. Returns the page's height. */
function settle(page: Page): Promise<number> {
  return page.evaluate(async () => {
    for (const time of document.querySelectorAll('time')) time.textContent = '2026-11-20 09:00 UTC'
    for (const picture of document.images) picture.loading = 'eager'
    await Promise.all([...document.images].map((picture) => picture.decode()))
    await document.fonts.ready
    return document.documentElement.scrollHeight
  })
}
