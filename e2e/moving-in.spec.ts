import type { Page } from '@playwright/test'
import { findAxeViolations } from './axe.ts'
import { fillCheckout, placeOrder } from './checkout-form.ts'
import { queryDatabase } from './demo-store.ts'
import { newStoreTest as test } from './new-store.ts'
import { expect } from './test.ts'

const PASSWORD = 'a long password of the owner'
const HEADER =
  'Handle,Title,Vendor,Type,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price,Variant Inventory Qty'

type Brand = {
  name: string
  tagline: string
  accent: string
  /** Of the demo's categories. */
  categories: string[]
  csv: string
  /** What else it brings, by the list that it goes into. */
  files: [list: string, csv: string][]
  family: string
  /** The chosen values, and the name of the line in the cart. */
  choices: string[]
  line: string
}

const BRANDS: Brand[] = [
  {
    name: 'Maison Aurelle',
    tagline: 'Color, made slowly',
    accent: '#5b3a5e',
    categories: ['Skincare', 'Makeup', 'Body'],
    csv: `${HEADER}
velvet-lip,Velvet Lip,Maison Aurelle,Makeup,Shade,Mulberry,,,42,5
velvet-lip,,,,,Rosewood,,,42,4
body-oil,Body Oil,Maison Aurelle,Body,Size,100 ml,,,64,7`,
    files: [
      ['users', 'First Name,Last Name,Email,Accepts Email Marketing\nMay,Chen,may@orchard.example,yes\n'],
      ['offers', 'Code,Value,Value Type\nWELCOME,10,percentage\n'],
      [
        'orders/imported',
        'Name,Email,Financial Status,Total,Created at,Lineitem name\n#1001,may@orchard.example,paid,24.00,2023-05-01,Balm\n',
      ],
    ],
    family: 'Velvet Lip',
    choices: ['Rosewood'],
    line: 'Velvet Lip, Rosewood',
  },
  {
    name: 'Ember & Oak',
    tagline: 'Candles by hand',
    accent: '#7a3d1f',
    categories: ['Candles'],
    csv: `${HEADER}
hearth,Hearth Candle,Ember & Oak,Candles,Scent,Fig & Cedar,Size,8 oz,38,6
hearth,,,,,Fig & Cedar,,12 oz,49,3
hearth,,,,,Smoke,,8 oz,38,5`,
    files: [],
    family: 'Hearth Candle',
    choices: ['Smoke'],
    line: 'Hearth Candle, Smoke, 8 oz',
  },
]

for (const brand of BRANDS)
  test(`${brand.name} moves in: from an empty store to a shipped order, and nothing names another brand`, async ({
    page,
    newStore,
    browser,
  }, testInfo) => {
    test.slow()
    const seen: string[] = []
    const look = async (name: string, target = page) => {
      for (const width of [390, 768, 1440]) {
        await target.setViewportSize({ width, height: 900 })
        await target.screenshot({ path: testInfo.outputPath(`${name}-${width}.png`) })
      }
      expect(await findAxeViolations(target)).toEqual([])
      seen.push(await target.content())
    }

    await page.goto(newStore.setupLink)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create Admin User' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await page.goto(await findConfirmationLink(newStore.databaseUrl))
    await expect(page.getByText('Email address confirmed').first()).toBeVisible()
    await page.goto('/admin/login')
    await page.getByLabel('Email').fill('owner@orchard.example')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await nameStore(page, brand)
    await chooseCategories(page, brand.categories)
    await importFile(page, 'products', brand.csv)
    await publishFamily(page, brand)
    for (const [list, csv] of brand.files) await importFile(page, list, csv)

    const guest = await (await browser.newContext({ baseURL: newStore.url })).newPage()
    await guest.goto('/')
    await expect(guest).toHaveTitle(new RegExp(brand.name))
    await look('home', guest)
    await guest.goto('/categories')
    await look('categories', guest)
    await guest.getByRole('link', { name: brand.family }).first().click()
    for (const choice of brand.choices) await guest.getByRole('link', { name: choice }).click()
    await look('product', guest)
    await guest
      .getByRole('button', { name: `Add to cart ${brand.line}` })
      .first()
      .click()
    await guest.goto('/cart')
    await expect(guest.getByText(brand.line).first()).toBeVisible()
    await look('cart', guest)
    await guest.goto('/checkout')
    await fillCheckout(guest)
    await placeOrder(guest)
    await newStore.payByCard(guest)
    await expect(guest.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    await look('confirmation', guest)
    const number = (await guest.getByText(/^EB\d{6,}$/).textContent()) ?? ''

    await page.goto(`/admin/orders/${number}`)
    await page.getByLabel('Tracking number').fill('1Z999')
    await page.getByRole('button', { name: 'Mark as shipped' }).click()
    await expect(page.getByText('Shipped').first()).toBeVisible()
    await look('order')
    expect(seen.join('\n')).not.toMatch(/Eternal Beauty/i)
    await guest.context().close()
  })

/** From the email that waits for the server of a mail provider. */
async function findConfirmationLink(databaseUrl: string): Promise<string> {
  const [email] = await queryDatabase<{ text: string }>(
    databaseUrl,
    `select body_text as text from emails where recipient = 'owner@orchard.example' order by created_at desc limit 1`,
  )
  return /https?:\S+auth\/confirm\S+/.exec(email?.text ?? '')?.[0] ?? ''
}

async function nameStore(page: Page, { name, tagline, accent }: Brand): Promise<void> {
  await page.goto('/admin/settings/store')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Tagline').fill(tagline)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
  await page.goto('/admin/settings/brand')
  await page.getByRole('textbox', { name: 'Accent', exact: true }).fill(accent)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
}

/** Creates those that are new, then deletes those that a new store has and the brand doesn't. */
async function chooseCategories(page: Page, names: string[]): Promise<void> {
  await page.goto('/admin/products/categories')
  const links = page.getByRole('table', { name: 'Categories' }).getByRole('link')
  const existing = (await links.allTextContents()).filter((text) => text.trim())
  for (const name of names.filter((name) => !existing.includes(name))) {
    await page.goto('/admin/products/categories/new')
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Create category' }).click()
    await expect(page.getByText('Category created', { exact: true })).toBeVisible()
  }
  for (const name of existing.filter((name) => !names.includes(name))) {
    await page.goto('/admin/products/categories')
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByText('Delete category…').click()
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await expect(page.getByText('Category deleted', { exact: true })).toBeVisible()
  }
}

async function importFile(page: Page, list: string, csv: string): Promise<void> {
  await page.goto(`/admin/${list}/import`)
  await page
    .getByLabel('CSV file (up to 20 MB)')
    .setInputFiles({ name: 'file.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByRole('button', { name: /^Import \d/ }).click({ timeout: 15_000 })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import complete', { timeout: 15_000 })
}

/** Its products have no photos, so the import left them as drafts. */
async function publishFamily(page: Page, { family }: Brand): Promise<void> {
  await page.goto('/admin/products/families')
  await page.getByRole('link', { name: family }).click()
  await expect(page.getByRole('table', { name: 'Products in this family' })).toBeVisible()
  for (const status of await page.getByLabel(/^Status of/).all()) await status.selectOption('published')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/products saved/).first()).toBeVisible()
}
