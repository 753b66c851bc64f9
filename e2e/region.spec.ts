import { fetchInStockProducts, productPrices, readProductPrices } from './catalog.ts'
import { expect, test } from './test.ts'

test('choosing a region changes every price, also after a reload', async ({ page, request }) => {
  for (const region of ['GB', 'IN', 'CA'] as const) {
    const expectedPrices = (await fetchInStockProducts(request, { region }))
      .slice(0, 6)
      .map((product) => product.display_price.display)
    await page.goto('/')
    expect(await readProductPrices(page)).not.toEqual(expectedPrices)
    await page.getByLabel('Region and currency').selectOption(region)
    await expect(productPrices(page)).toContainText(expectedPrices)
    await page.reload()
    await expect(productPrices(page)).toContainText(expectedPrices)
    await expect(page.getByLabel('Region and currency')).toHaveValue(region)
  }
})
