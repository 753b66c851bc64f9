import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { type Account, ADMIN, GRACE, signIn } from '../e2e/account.ts'
import { openDemoStore } from '../e2e/demo-store.ts'
import { waitForHydration } from '../e2e/hydration.ts'
import { createDatabaseFolder } from '../test/database-folder.ts'
import { seedDemoFolder } from '../test/processes/running-store.ts'
import { browserOptions } from './find-browser.ts'

/** `node scripts/take-screenshots.ts`: the demo's pages, for the README. */
const FOLDER = 'docs/pictures'
const WIDTHS = [390, 768, 1440]
// Cuts long lists. WebP allows at most 16,383 pixels.
const MAX_HEIGHT = 6000
// A placeholder for the URL of the newest product.
const NEWEST_PRODUCT = 'newest-product'

const SCREENSHOT_SETS: { account?: Account; pages: Record<string, string> }[] = [
  {
    pages: {
      home: '/',
      categories: '/categories',
      product: NEWEST_PRODUCT,
      search: '/search?q=rose',
      cart: '/cart',
      checkout: '/checkout',
      login: '/login',
      'shipping-returns': '/shipping-returns',
      'not-found': '/nowhere',
    },
  },
  { account: GRACE, pages: { profile: '/profile?tab=addresses', orders: '/orders' } },
  {
    account: ADMIN,
    pages: { admin: '/admin', 'admin-orders': '/admin/orders', 'admin-products': '/admin/products' },
  },
]

mkdirSync(FOLDER, { recursive: true })
// A store that has just started has placeholders until its pictures are imported.
const template = createDatabaseFolder('eternal-beauty-screenshots-')
await seedDemoFolder(template)
process.env.DEMO_TEMPLATE = template
const store = await openDemoStore()
const browser = await chromium.launch(await browserOptions())
try {
  for (const { account, pages } of SCREENSHOT_SETS) {
    const context = await browser.newContext({ baseURL: store.url, reducedMotion: 'reduce', locale: 'en-US' })
    const page = await context.newPage()
    if (account) await signIn(page, account, { at: account === ADMIN ? '/admin/login' : '/login' })
    else await fillCart(page)
    for (const [name, address] of Object.entries(pages)) await takeScreenshots(page, name, address)
    await context.close()
  }
} finally {
  await browser.close()
  await store.close()
  rmSync(template, { recursive: true, force: true })
}

async function takeScreenshots(page: Page, name: string, address: string): Promise<void> {
  for (const width of WIDTHS) {
    const file = path.join(FOLDER, `${name}-${width}.webp`)
    await page.setViewportSize({ width, height: width < 600 ? 844 : 900 })
    await page.goto(address === NEWEST_PRODUCT ? `/product/${(await fetchProductIds(page))[0]}` : address)
    await waitForHydration(page)
    const height = Math.min(await waitForStablePage(page), MAX_HEIGHT)
    const bytes = await page.screenshot({
      fullPage: true,
      clip: { x: 0, y: 0, width, height },
      animations: 'disabled',
    })
    const { size } = await sharp(bytes).webp({ quality: 84, effort: 6, smartSubsample: true }).toFile(file)
    process.stdout.write(`${file}  ${Math.round(size / 1024)} kB\n`)
  }
}

async function fillCart(page: Page): Promise<void> {
  await page.goto('/')
  const lines = (await fetchProductIds(page)).slice(0, 2).map((productId) => ({ productId, quantity: 1 }))
  await page.evaluate((cart) => localStorage.setItem('cart', cart), JSON.stringify(lines))
}

async function fetchProductIds(page: Page): Promise<string[]> {
  const { data } = await (await page.request.get('/api/v1/products?limit=2')).json()
  return data.map(({ id }: { id: string }) => id)
}

/** Waits for images and fonts, and fixes dates so that screenshots don't change. Returns the page's height. */
function waitForStablePage(page: Page): Promise<number> {
  return page.evaluate(async () => {
    for (const time of document.querySelectorAll('time')) time.textContent = 'Nov 20, 2026'
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode()))
    await document.fonts.ready
    return document.documentElement.scrollHeight
  })
}
