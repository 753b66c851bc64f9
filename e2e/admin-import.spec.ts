import { openAdmin } from './admin.ts'
import { findAxeViolations } from './axe.ts'
import { expect, test } from './test.ts'

test('an import is checked, previewed row by row, and run once', async ({ page }) => {
  test.slow()
  await openAdmin(page, '/admin/products')
  const slug = `import-${crypto.randomUUID().slice(0, 8)}`
  const file = (text: string) => ({
    name: 'spring.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text, 'latin1'),
  })
  await page.getByRole('link', { name: 'Import CSV' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import products')
  const fileInput = page.getByLabel('CSV file (up to 20 MB)')
  await fileInput.setInputFiles([file('name of it;cost\nx;1')])
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByRole('alert')).toContainText('The first line must name the columns')
  await fileInput.setInputFiles([
    file(`slug;name;category;price;stock\n${slug};Crème;Skincare;12,50;4\n${slug}-b;B;Shoes;1e3;\n`),
  ])
  await page.getByRole('button', { name: 'Check file' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  const waitForHeading = (text: string) => expect(heading).toHaveText(text, { timeout: 15_000 })
  await waitForHeading('Review import')
  await expect(page.getByText('spring.csv: 2 products. Read as Latin-1.')).toBeVisible()
  await expect(page.getByText('1 row can’t be imported.')).toBeVisible()
  await page.getByRole('link', { name: 'Invalid 1' }).click()
  const rows = page.getByRole('table', { name: 'Rows' }).locator('tbody tr')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Use one of these categories: Skincare')
  await expect(rows).toContainText('Enter a number')
  expect(await findAxeViolations(page)).toEqual([])
  const exportPath = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')
  const exported = await (await page.request.get(exportPath ?? '')).text()
  expect(exported).toContain(`3,invalid,${slug}-b,B,"`)
  expect(exported.split('invalid,')).toHaveLength(2)
  await page.getByRole('button', { name: 'Import 1 new product' }).click()
  await waitForHeading('Import complete')
  await expect(page.getByText('1 product created. 0 products updated. 1 row skipped.')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  const rejectedRowsPath = await page
    .getByRole('link', { name: 'Download invalid rows' })
    .getAttribute('href')
  expect(await (await page.request.get(rejectedRowsPath ?? '')).text()).toBe(exported)
  await page.goto(`/admin/products?q=${slug}`)
  await expect(page.getByRole('table', { name: 'Products' })).toContainText('Crème')
  const csv = await (await page.request.get(`/admin/export/products.csv?q=${slug}`)).text()
  await page.goto('/legacy-admin/products/import')
  await fileInput.setInputFiles([{ name: 'again.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }])
  await page.getByRole('button', { name: 'Check file' }).click()
  await waitForHeading('Review import')
  await expect(page.getByRole('link', { name: 'Unchanged 1' })).toBeVisible()
  await expect(page.getByText('Nothing to import')).toBeVisible()
  await expect(page).toHaveURL(/\/legacy-admin\/products\/import\/imp_/)
})

test('a column that the store doesn’t know is mapped, and the file is checked again', async ({ page }) => {
  await openAdmin(page, '/admin/products/import')
  const id = crypto.randomUUID().slice(0, 8)
  const content = `slug,name,category,price,Motto ${id}\nmotto-${id},Motto,Skincare,9,Soft.\n`
  await page
    .getByLabel('CSV file (up to 20 MB)')
    .setInputFiles([{ name: 'motto.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }])
  await page.getByRole('button', { name: 'Check file' }).click()
  const columns = page.getByRole('region', { name: 'Other columns' })
  const field = columns.getByLabel(`Motto ${id}`)
  await expect(columns).toContainText('1 column isn’t imported', { timeout: 15_000 })
  expect(await findAxeViolations(page)).toEqual([])
  await field.selectOption('Tagline')
  await columns.getByRole('button', { name: 'Check again' }).click()
  await expect(columns).toContainText('1 column is mapped', { timeout: 15_000 })
  await columns.getByText('1 column is mapped').click()
  await expect(field).toHaveValue('tagline')
})
