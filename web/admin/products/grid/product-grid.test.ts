import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/page-test.ts'

test('without scripts, many products are edited at once, and invalid values stay as typed', async ({
  ctx,
  admin,
}) => {
  const [a, b] = ['Grid A', 'Grid B']
  for (const name of [a, b]) await buildProduct(ctx, { name, status: 'draft', stock: 0 })
  const list = await admin.open('/admin/products?q=Grid&sort=name')
  const grid = await list.follow('Bulk edit')
  expect(grid.heading).toBe('Bulk edit products')
  const saved = await grid.submit('Save', {
    [`Price of ${a}`]: '52',
    [`Category of ${a}`]: 'Makeup',
    [`Stock adjustment, 0 in stock of ${a}`]: '7',
    [`Price of ${b}`]: '1e3',
    'Reason for stock changes': 'received',
  })
  expect(saved.text).toContain('1 product saved')
  expect(saved.field(`Price of ${b}`)).toMatchObject({
    value: '1e3',
    description: expect.stringContaining('Enter a number'),
  })
  expect(saved.field(`Price of ${a}`).value).toBe('52.00')
  expect(saved.field(`Stock adjustment, 7 in stock of ${a}`).value).toBe('')
  const corrected = await saved.submit('Save', { [`Price of ${b}`]: '60' })
  expect(corrected.field(`Price of ${b}`).value).toBe('60.00')
  const later = await admin.open(grid.path)
  expect(later.field(`Category of ${a}`).value).toBe('Makeup')
  expect(later.field(`Price of ${b}`).value).toBe('60.00')
})
