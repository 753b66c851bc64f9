import sharp from 'sharp'
import { visibleMessage } from './account.ts'
import { openAdmin } from './admin.ts'
import { findAxeViolations } from './axe.ts'
import { expect, test } from './test.ts'

for (const scripts of [true, false]) {
  test.describe(scripts ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled: scripts })

    test('media pictures are added to a product, reordered, and removed', async ({ page }) => {
      test.slow()
      await openAdmin(page, '/admin/media', { scripts })
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
      await page.getByLabel('Files to upload').setInputFiles(files)
      await page.getByRole('button', { name: 'Upload', exact: true }).click()
      await expect(page.getByRole('article', { name: names[1] })).toBeVisible()
      const createdProduct = await page.request.post('/api/v1/admin/products', {
        data: { name: `Pictured ${suffix}`, price: 5 },
      })
      await page.goto(`/admin/products/${(await createdProduct.json()).id}`)
      const picturesSection = page.getByRole('region', { name: 'Photos' })
      const productPictures = picturesSection
        .getByRole('list', { name: 'Product photos' })
        .getByRole('listitem')
      for (const name of names) {
        const library = picturesSection.getByRole('list', { name: 'Photos in Media' })
        if (!(await library.isVisible())) await picturesSection.getByText('Add from Media…').click()
        await library.getByRole('button', { name: `Add ${name}` }).click()
        await expect(productPictures).toHaveCount(names.indexOf(name) + 1)
      }
      const source = (nth: number) => productPictures.nth(nth).locator('img').getAttribute('src')
      const second = await source(1)
      await picturesSection.getByRole('button', { name: 'Move photo 2 earlier' }).click()
      await expect.poll(() => source(0)).toBe(second)
      if (scripts) expect(await findAxeViolations(page)).toEqual([])
      await picturesSection.getByRole('button', { name: 'Remove photo 1' }).click()
      await expect(productPictures).toHaveCount(1)

      await page.goto(`/admin/media?q=${suffix}&sort=name`)
      await expect(page.getByRole('article')).toHaveCount(2)
      for (const name of names) await page.getByLabel(`Select ${name}`).check()
      await expect(page.getByRole('button', { name: 'Delete files' })).toBeHidden()
      await page.getByText('Delete selected…').click()
      await page.getByRole('button', { name: 'Delete files' }).click()
      await expect(visibleMessage(page, '2 files deleted')).toBeVisible()
      await expect(page.getByRole('article')).toHaveCount(0)
    })
  })
}

test('an upload retries after its connection fails', async ({ page }) => {
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
})

test('a large upload resumes where it was interrupted', async ({ page }) => {
  await openAdmin(page, '/admin/uploads')
  const name = `large-${crypto.randomUUID().slice(0, 8)}.txt`
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
  const buffer = Buffer.alloc(20 * 1024 * 1024, 'Soft as linden. ')
  await page.getByLabel('Files to upload').setInputFiles([{ name, mimeType: 'text/plain', buffer }])
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('row', { name })).toContainText('20.0 MB')
  const partSize = 8 * 1024 * 1024
  expect(partRequests).toEqual(['GET', 'PUT 0', 'GET', `PUT ${partSize}`, `PUT ${2 * partSize}`, 'POST'])
})
