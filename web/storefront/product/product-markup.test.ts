import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/page-test.ts'

test('markup in a product’s name is text on its page, in its structured data, and in the data of the page', async ({
  ctx,
  store,
}) => {
  const name = '</script><script>alert(1)</script><img src=x onerror=alert(2)>'
  const { id } = await buildProduct(ctx, { name })
  const page = await (await store.visitor().get(`/product/${id}`)).text()
  expect(page).toContain('&lt;script&gt;alert(1)')
  expect(page).toContain('application/ld+json')
  expect(page).not.toContain('<script>alert(1)')
  expect(page).not.toContain('<img src=x')
})
