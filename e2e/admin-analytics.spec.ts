import { openAdmin } from './admin.ts'
import { expect, test } from './test.ts'

test('the dashboard’s columns don’t overlap, and the running store’s checks are complete', async ({
  page,
}) => {
  await openAdmin(page)
  for (const width of [1280, 1366, 1440]) {
    await page.setViewportSize({ width, height: 720 })
    const orders = await page.getByRole('table', { name: 'Recent orders' }).boundingBox()
    const readiness = await page.getByRole('region', { name: 'Deployment readiness' }).boundingBox()
    if (!orders || !readiness) throw new Error('The dashboard shows no orders or no readiness')
    const isBeside = orders.x + orders.width <= readiness.x
    const isBelow = orders.y >= readiness.y + readiness.height
    expect(isBeside || isBelow, `at ${width} px`).toBe(true)
    expect(orders.x + orders.width).toBeLessThanOrEqual(width)
  }
  await page.goto('/admin/readiness')
  const item = (title: string) =>
    page.getByRole('listitem', { includeHidden: true }).filter({ hasText: title })
  await expect(item('Database')).toContainText('Complete')
  await expect(item('Jobs')).toContainText('Complete')
  await expect(item('Payment webhooks')).not.toContainText('did not arrive')
})
