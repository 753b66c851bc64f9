import sharp from 'sharp'
import { visibleMessage } from './account.ts'
import { openAdmin } from './admin.ts'
import { expect, test } from './test.ts'

// A list with a picture that another test deletes reports a 404.
test.describe.configure({ mode: 'default' })

const picture = (background: string) =>
  sharp({ create: { width: 30, height: 40, channels: 3, background } })
    .png()
    .toBuffer()

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('files are uploaded, rejected, copied as URLs, and deleted, and pictures get alt text', async ({
  page,
}) => {
  test.slow()
  await openAdmin(page, '/admin/uploads')
  const name = `notes-${crypto.randomUUID().slice(0, 8)}`
  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  const fileInput = page.getByLabel('Files to upload')
  await fileInput.setInputFiles([file(`${name}.txt`, 'One'), file(`${name}-two.txt`, 'Two')])
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(visibleMessage(page, 'File uploaded successfully')).toBeVisible()
  await expect(page.getByRole('link', { name: `${name}-two.txt`, exact: true })).toBeVisible()
  await expect(fileInput).toHaveValue('')
  const fileUrl = await page.getByRole('link', { name: `${name}.txt`, exact: true }).getAttribute('href')
  await fileInput.setInputFiles([file(`${name}.pdf`, 'no document at all')])
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'content doesn’t match its' }).first()).toBeVisible()
  await expect(visibleMessage(page, 'Error uploading file')).toBeVisible()
  await page.getByRole('button', { name: `Copy URL of ${name}.txt` }).click()
  await expect(visibleMessage(page, 'URL copied to clipboard')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    new URL(fileUrl ?? '', page.url()).href,
  )
  const confirmDialog = page.getByRole('alertdialog')
  await page.getByRole('link', { name: `Delete ${name}.txt`, exact: true }).click()
  await expect(confirmDialog).toContainText('Are you sure you want to delete this file?')
  await confirmDialog.getByRole('link', { name: 'Cancel' }).click()
  await expect(confirmDialog).toHaveCount(0)
  await page.getByRole('link', { name: `Delete ${name}.txt`, exact: true }).click()
  await confirmDialog.getByRole('button', { name: 'Delete' }).click()
  await expect(visibleMessage(page, 'File deleted successfully')).toBeVisible()
  await expect(page.getByRole('link', { name: `${name}.txt`, exact: true })).toHaveCount(0)

  await openAdmin(page, '/legacy-admin/media')
  const pictureName = `rose-${crypto.randomUUID().slice(0, 8)}.png`
  await fileInput.setInputFiles([
    { name: pictureName, mimeType: 'image/png', buffer: await picture('#803030') },
  ])
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const card = page.getByRole('article', { name: pictureName })
  await expect(card.getByRole('img')).toBeVisible()
  await card.getByLabel(`Alt text for ${pictureName}`).fill('A red square')
  await card.getByRole('button', { name: /Save/ }).click()
  await expect(card.getByRole('img', { name: 'A red square' })).toBeVisible()
  await card.getByRole('link', { name: /Delete/ }).click()
  await confirmDialog.getByRole('button', { name: 'Delete' }).click()
  await expect(card).toHaveCount(0)
  await expect(page).toHaveURL(/\/legacy-admin\/media/)
})
