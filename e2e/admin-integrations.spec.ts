import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ADMIN, visibleMessage } from './account.ts'
import { openAdmin } from './admin.ts'
import { findAxeViolations, findLayoutProblems } from './axe.ts'
import { expect, test } from './test.ts'

test.slow()

test('an API key is created, shown once, used, and revoked', async ({ page, request }) => {
  await openAdmin(page, '/admin/integrations')
  const name = `Warehouse ${crypto.randomUUID().slice(0, 6)}`
  await page.getByText('New API key').click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel(/orders:read/).check()
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/Please enter your password/)
  await expect(page.getByLabel(/orders:read/)).toBeChecked()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByLabel('Password').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Create key' }).click()
  const notice = page.getByRole('region', { name: 'Your new API key' })
  const key = (await notice.locator('code').textContent()) ?? ''
  expect(await findAxeViolations(page)).toEqual([])
  const callApi = async () => {
    const response = await request.get('/api/v1/admin/orders', {
      headers: { authorization: `Bearer ${key}` },
    })
    return response.status()
  }
  expect(await callApi()).toBe(200)
  await page.reload()
  await expect(notice).toHaveCount(0)
  const row = page.getByRole('row', { name })
  await row.getByText('Revoke').click()
  await row.getByRole('button', { name: 'Revoke key' }).click()
  await expect(visibleMessage(page, 'API key revoked')).toBeVisible()
  await expect(row).toContainText('Revoked')
  expect(await callApi()).toBe(401)
})

test('a webhook fails, recovers, and is replayed from its page', async ({ page }) => {
  let status = 500
  const receiver = createServer((incoming, response) => {
    incoming.resume()
    response.writeHead(status).end(status === 500 ? 'The warehouse is closed' : '')
  })
  await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks`
  await openAdmin(page, '/admin/integrations')
  await page.getByText('New webhook').click()
  await page.getByLabel('Address').fill('https://192.168.0.1/')
  await page.getByLabel(/order\.paid/).check()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByLabel('Address')).toHaveAccessibleDescription(/private network/)
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByLabel('Address').fill(url)
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByText(/whsec_/)).toBeVisible()
  await page.getByRole('link', { name: url }).click()
  await page.getByRole('button', { name: 'Send test event' }).click()
  await expect(visibleMessage(page, 'Test event sent')).toBeVisible()
  const deliveries = page.getByRole('table', { name: 'Deliveries' })
  await expect(async () => {
    await page.reload()
    await expect(deliveries).toContainText('Failed', { timeout: 500 })
  }).toPass()
  await deliveries.getByRole('link', { name: /webhook\.test/ }).click()
  await expect(page.getByText('The warehouse is closed')).toBeVisible()
  expect(await findLayoutProblems(page, [390, 1440])).toEqual([])
  status = 204
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(async () => {
    await page.reload()
    await expect(deliveries).toContainText('Delivered', { timeout: 500 })
  }).toPass()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
  await page.getByText('Delete webhook').click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/integrations$/)
  await expect(page.getByRole('link', { name: url })).toHaveCount(0)
  receiver.close()
})
