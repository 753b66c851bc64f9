import { buildOrder, buildProduct } from '#test/builders.ts'
import { figureOf } from '#test/page-parts.ts'
import { expect, test } from '#test/page-test.ts'

test('Analytics marks test orders wherever they count', async ({ ctx, admin }) => {
  const { id: productId } = await buildProduct(ctx)
  const lines = [{ productId, quantity: 7 }]
  await buildOrder(ctx, { paymentMethod: 'demo', paymentStatus: 'pending', region: 'CA', lines })
  const page = await admin.open('/admin/analytics')
  expect(figureOf(page.root, 'Orders')).toMatch(/^\d+ \(1 test\)$/)
  expect(page.rows('Top products').join('\n')).toMatch(/A product 7 sold \(7 test\)/)
  expect(page.rows('Sales by country').join('\n')).toMatch(/Canada 1 order \(1 test\)/)
  expect(page.rows('Sales by source').join('\n')).toContain('(1 test)')
})
