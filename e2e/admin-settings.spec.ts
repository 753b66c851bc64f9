import { openAdmin } from './admin.ts'
import { findAxeViolations } from './axe.ts'
import { expect, test } from './test.ts'

test('a refused name is focused, unsaved changes are kept, and a logo is uploaded in place', async ({
  page,
}) => {
  test.slow()
  await openAdmin(page, '/admin/settings/store')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.getByRole('link', { name: 'Shipping', exact: true }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(name).toHaveAccessibleDescription('Enter the store’s name.')
  await expect(name).toBeFocused()
  expect(await findAxeViolations(page)).toEqual([])
  await name.fill('Eternal Beauty')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Settings saved').first()).toBeVisible()
  await expect(page.getByText('Unsaved changes')).toBeHidden()

  const tagline = page.getByLabel('Tagline')
  await tagline.fill('Pressed in spring')
  const suffix = crypto.randomUUID().slice(0, 8)
  const logo = `linden-${suffix}.svg`
  const buffer = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30" width="90" height="30"><rect id="r${suffix}" width="90" height="30"/></svg>`,
  )
  const library = page.getByRole('dialog', { name: 'Choose a picture' })
  const openLibrary = () => page.getByRole('button', { name: 'Choose from Media…' }).click()
  await openLibrary()
  await library
    .getByLabel('Upload a picture')
    .setInputFiles({ name: logo, mimeType: 'image/svg+xml', buffer })
  await expect(library).toBeHidden()
  await expect(page.getByRole('radio', { name: logo })).toBeChecked()
  await page.getByRole('radio', { name: 'Show the name' }).check()
  await openLibrary()
  const search = library.getByLabel('Search by name or alt text')
  await search.fill('birch')
  await expect(library.getByText('No pictures match.')).toBeVisible()
  await search.fill(logo)
  await expect(library.getByRole('button', { name: logo })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await library.getByRole('button', { name: logo }).click()
  await expect(page.getByRole('radio', { name: logo })).toBeChecked()
  await expect(tagline).toHaveValue('Pressed in spring')
  // Not saved, because other tests see this store’s name.
})
