import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { visibleMessage } from '../account.ts'
import { openAdmin } from '../admin.ts'
import { waitForHydration } from '../hydration.ts'
import { expect, test } from '../test.ts'

async function uploadFile(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await page.getByLabel('Files to upload').setInputFiles([{ name, mimeType, buffer }])
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(visibleMessage(page, 'File uploaded successfully')).toBeVisible()
}

async function copyUrl(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: `Copy URL of ${name}` }).click()
  await expect(visibleMessage(page, 'URL copied to clipboard')).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}

async function deleteFile(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: `Delete ${name}`, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(visibleMessage(page, 'File deleted successfully')).toBeVisible()
}

test.describe('2 Admin area (/admin)', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('Media and Uploads: upload, copy URL, delete', async ({ page }) => {
    await openAdmin(page, '/admin/media')
    const name = `pear-${crypto.randomUUID().slice(0, 8)}`
    const png = sharp({ create: { width: 30, height: 40, channels: 3, background: '#e8d9c9' } }).png()
    await uploadFile(page, `${name}.png`, 'image/png', await png.toBuffer())
    await expect(page.getByRole('article', { name: `${name}.png` }).getByRole('img')).toBeVisible()
    const pictureUrl = await copyUrl(page, `${name}.png`)
    expect(new URL(pictureUrl).pathname).toMatch(/\/pictures\/[\w-]+\.png$/)
    expect((await page.request.get(pictureUrl)).headers()['content-type']).toBe('image/png')
    await deleteFile(page, `${name}.png`)
    await expect(page.getByRole('article', { name: `${name}.png` })).toHaveCount(0)

    await page.goto('/admin/uploads')
    await waitForHydration(page)
    await uploadFile(page, `${name}.txt`, 'text/plain', Buffer.from('Picked in October'))
    const fileUrl = await copyUrl(page, `${name}.txt`)
    expect(await (await page.request.get(fileUrl)).text()).toBe('Picked in October')
    await deleteFile(page, `${name}.txt`)
    await expect(page.getByRole('link', { name: `${name}.txt`, exact: true })).toHaveCount(0)
    expect((await page.request.get(fileUrl)).status()).toBe(404)
  })
})

test.describe('2 Older admin area (/legacy-admin)', () => {
  test("While auth is loading it shows 'Loading...'", async ({ page }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/v1/profile', async (route) => {
      await released
      await route.continue()
    })
    await openAdmin(page, '/legacy-admin')
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
    release()
    await expect(page.getByText('Loading...', { exact: true })).toBeHidden()
  })
})
