import { expect, test } from '#test/demo-page-test.ts'

test('no product of the demo lacks anything that its regions ask for', async ({ admin }) => {
  const screen = await admin.open('/admin/products/information')
  expect(screen.text).toContain('No published product lacks anything.')
  expect(screen.main).not.toContain('Missing:')
})
