import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { visibleMessage } from './account.ts'
import { openAdmin } from './admin.ts'
import { findAxeViolations } from './axe.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test('photos are uploaded on the product’s page, reordered, removed, and restored', async ({ page }) => {
  test.slow()
  await openAdmin(page)
  const suffix = crypto.randomUUID().slice(0, 8)
  const names = [`one-${suffix}.png`, `two-${suffix}.png`]
  const files = await Promise.all(
    names.map(async (name, nth) => ({
      name,
      mimeType: 'image/png',
      buffer: await sharp({
        create: { width: 30, height: 40, channels: 3, background: nth ? '#803030' : '#305080' },
      })
        .png()
        .toBuffer(),
    })),
  )
  const createdProduct = await page.request.post('/api/v1/admin/products', {
    data: { name: `Pictured ${suffix}`, price: 5 },
  })
  await page.goto(`/admin/products/${(await createdProduct.json()).id}`)
  await waitForHydration(page)
  const picturesSection = page.getByRole('region', { name: 'Photos' })
  const productPictures = picturesSection.getByRole('list', { name: 'Product photos' }).getByRole('listitem')
  await page.getByLabel('Tagline').fill('Typed before the upload')
  await picturesSection.getByLabel('Files to upload').setInputFiles(files)
  await expect(productPictures).toHaveCount(2)
  await expect(page.getByLabel('Tagline')).toHaveValue('Typed before the upload')
  const source = (nth: number) => productPictures.nth(nth).locator('img').getAttribute('src')
  const second = await source(1)
  await picturesSection.getByRole('button', { name: 'Move photo 2 earlier' }).click()
  await expect.poll(() => source(0)).toBe(second)
  await picturesSection.getByRole('button', { name: 'Move photo 1 later' }).click()
  await expect.poll(() => source(1)).toBe(second)
  expect(await findAxeViolations(page)).toEqual([])
  const removeButton = picturesSection.getByRole('button', { name: 'Remove photo 1' })
  const box = await removeButton.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(40)
  await removeButton.focus()
  await page.keyboard.press('Enter')
  await expect(productPictures).toHaveCount(1)
  await picturesSection.getByRole('button', { name: 'Undo' }).click()
  await expect(productPictures).toHaveCount(2)
  await picturesSection.getByRole('button', { name: 'Remove photo 1' }).click()
  await expect(productPictures).toHaveCount(1)
  await page.getByRole('button', { name: 'Discard' }).click()

  await page.goto(`/admin/media?q=${suffix}&sort=name`)
  await expect(page.getByRole('article')).toHaveCount(2)
  for (const name of names) await page.getByLabel(`Select ${name}`).check()
  await expect(page.getByRole('button', { name: 'Delete files' })).toBeHidden()
  await page.getByText('Delete selected…').click()
  await page.getByRole('button', { name: 'Delete files' }).click()
  await expect(visibleMessage(page, '2 files deleted')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('a picture that comes with the store is listed with its uses, and chosen for another product', async ({
  page,
}) => {
  test.slow()
  await openAdmin(page, '/admin/media?q=photo 1&sort=name')
  const card = page.getByRole('article').first()
  await expect(card).toContainText('Used in')
  await expect(card).toContainText('Came with the store')
  await expect(card.getByRole('link', { name: /Delete/ })).toHaveCount(0)
  expect(await findAxeViolations(page)).toEqual([])
  const name = (await card.getAttribute('aria-label')) ?? ''
  const created = await page.request.post('/api/v1/admin/products', {
    data: { name: `Bundled ${crypto.randomUUID().slice(0, 8)}`, price: 5 },
  })
  const product = await created.json()
  await page.goto(`/admin/products/${product.id}`)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Choose from Media…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' })
  await dialog.getByLabel('Search by name or alt text').fill(name)
  await expect(dialog.getByRole('list', { name: 'Pictures' }).getByRole('button')).toHaveCount(1)
  expect(await findAxeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name }).click()
  await expect(page.getByRole('list', { name: 'Product photos' }).getByRole('img')).toHaveCount(1)
  await page.goto(`/admin/media?q=${encodeURIComponent(name)}`)
  await expect(page.getByRole('article', { name }).getByRole('link', { name: product.name })).toBeVisible()
})

test('a product is created with a dropped photo, stock, and a preview', async ({ page }) => {
  test.slow()
  await openAdmin(page, '/admin/products/new')
  const name = `Dropped ${crypto.randomUUID().slice(0, 8)}`
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Price (USD)').fill('48')
  await page.getByLabel('Stock', { exact: true }).fill('7')
  const bytes = await sharp({ create: { width: 30, height: 40, channels: 3, background: '#305080' } })
    .png()
    .toBuffer()
  const transfer = await page.evaluateHandle((base64) => {
    const data = new DataTransfer()
    const content = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
    data.items.add(new File([content], 'dropped.png', { type: 'image/png' }))
    return data
  }, bytes.toString('base64'))
  const photos = page.getByRole('region', { name: 'Photos' })
  await photos.getByText('Or drop files here').dispatchEvent('drop', { dataTransfer: transfer })
  await expect(photos.getByRole('checkbox').first()).toBeChecked()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText(name)
  await expect(preview).toContainText('$48')
  await expect(preview).toContainText('7 in stock')
  await expect(preview.locator('img')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Create product' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await expect(page.getByRole('list', { name: 'Product photos' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('list', { name: 'Stock history' })).toContainText('+7')
})

test('an upload retries after its connection fails, and a large one resumes where it was interrupted', async ({
  page,
}) => {
  test.slow()
  await openAdmin(page, '/admin/uploads')
  const name = `again-${crypto.randomUUID().slice(0, 8)}.txt`
  await page.evaluate(() => {
    const { prototype } = XMLHttpRequest
    const { send } = prototype
    prototype.send = function () {
      prototype.send = send
      this.dispatchEvent(new ProgressEvent('error'))
    }
  })
  await page
    .getByLabel('Files to upload')
    .setInputFiles([{ name, mimeType: 'text/plain', buffer: Buffer.from('Once more') }])
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  await page.goto(`/admin/uploads?show=documents&q=${name}&sort=size-down`)
  await expect(page.getByRole('table', { name: 'Files' }).locator('tbody tr')).toHaveCount(1)
  const csv = await (await page.request.get(`/admin/export/uploads.csv?q=${name}`)).text()
  expect(csv).toContain(`${name},text/plain,9,/storage/public/admin-uploads/`)

  await openAdmin(page, '/admin/uploads')
  const largeName = `large-${crypto.randomUUID().slice(0, 8)}.txt`
  const partRequests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/parts/'))
      partRequests.push(
        `${request.method()} ${new URL(request.url()).searchParams.get('offset') ?? ''}`.trim(),
      )
  })
  // The second part is lost.
  await page.evaluate(() => {
    const { prototype } = XMLHttpRequest
    const { send } = prototype
    let partCount = 0
    prototype.send = function (body) {
      if (body instanceof Blob && ++partCount === 2) this.dispatchEvent(new ProgressEvent('error'))
      else send.call(this, body)
    }
  })
  const file = test.info().outputPath(largeName)
  await writeFile(file, Buffer.alloc(20 * 1024 * 1024, 'Soft as linden. '))
  await page.getByLabel('Files to upload').setInputFiles(file)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('link', { name: largeName, exact: true })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('row', { name: largeName })).toContainText('20.0 MB')
  const partSize = 8 * 1024 * 1024
  expect(partRequests).toEqual(['GET', 'PUT 0', 'GET', `PUT ${partSize}`, `PUT ${2 * partSize}`, 'POST'])
})
